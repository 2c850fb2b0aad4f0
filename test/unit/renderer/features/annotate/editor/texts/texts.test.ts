import { expect, test } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ShapeId } from '#common/ids'
import { rowsOf, takeDrafts } from '#renderer/features/annotate/editor/texts/drafts'

const classId = brand<ClassId>('textText1')
const id = (name: string) => brand<ShapeId>(name.padEnd(8, '0'))

function text(name: string, prompt: string, answer: string): Shape {
  return { id: id(name), classId, z: 1, origin: 'import', kind: 'text', prompt, answer }
}

const draft = (name: string, prompt: string, answer: string) => ({ id: id(name), prompt, answer })

test('what is typed stands on top of what is stored, and new pairs at the end', () => {
  const rows = rowsOf([text('a', 'Colour?', 'red')], [draft('b', 'Size?', ''), draft('a', 'Colour?', 'dark red')])

  expect(rows).toEqual([
    { ...draft('a', 'Colour?', 'dark red'), isStored: true },
    { ...draft('b', 'Size?', ''), isStored: false },
  ])
})

test('a pause in typing stores what has an answer, in one gesture, and keeps the rest', () => {
  const drafts = [draft('a', 'Colour?', 'dark red'), draft('b', '', 'A red mug.'), draft('c', 'Size?', ' ')]

  const { edit, left } = takeDrafts(drafts, { shapes: [text('a', 'Colour?', 'red')], classId, moment: 'typing' })

  expect(edit?.changes).toMatchObject([
    { before: { answer: 'red' }, after: { answer: 'dark red', origin: 'hand' } },
    { before: null, after: { id: id('b'), classId, z: 3, kind: 'text', prompt: '', answer: 'A red mug.' } },
  ])
  expect(left).toEqual([draft('c', 'Size?', ' ')])
})

test('a pair that was emptied is deleted when the hands leave, not while they type', () => {
  const shapes = [text('a', 'Colour?', 'red')]
  const drafts = [draft('a', '', '')]

  expect(takeDrafts(drafts, { shapes, classId, moment: 'typing' })).toEqual({ edit: undefined, left: drafts })
  expect(takeDrafts(drafts, { shapes, classId, moment: 'leaving' })).toMatchObject({
    edit: { label: editName('edit-delete-text'), changes: [{ before: shapes[0], after: null }] },
    left: [],
  })
})

test('what was typed and typed back is no gesture', () => {
  const shapes = [text('a', 'Colour?', 'red')]

  expect(takeDrafts([draft('a', 'Colour?', 'red')], { shapes, classId, moment: 'typing' })).toEqual({
    edit: undefined,
    left: [],
  })
})

test('new texts wait for the class under which texts stand', () => {
  const drafts = [draft('b', '', 'A red mug.')]

  expect(takeDrafts(drafts, { shapes: [], classId: undefined, moment: 'leaving' })).toEqual({
    edit: undefined,
    left: drafts,
  })
})
