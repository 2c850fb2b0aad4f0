import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnnotationDocument, applyEdit, type Change, Edit, invertEdit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { strokeBetween } from '#common/annotation/stroke'
import { uniteMasks } from '#common/geometry/masks/mask-tiles'
import { literal } from '#common/messages/message'
import {
  applied,
  boxShape,
  editSequences,
  inDrawingOrder,
  maskShape,
  polygonShape,
} from '#test/unit/common/annotation/shapes'

const BOX = boxShape(1, 2, 3, 4)
const POLYGON = polygonShape([0, 0, 4, 0, 4, 4])

test('taking back all edits in reverse order gives the first document again', () => {
  fc.assert(
    fc.property(editSequences, (edits) => {
      const start = inDrawingOrder(POLYGON, BOX)
      const end = edits.reduce(applied, start)

      const back = edits.map(invertEdit).toReversed().reduce(applied, end)

      expect(back).toEqual(start)
    }),
  )
})

test('taking an edit back twice is the edit itself', () => {
  fc.assert(
    fc.property(editSequences, (edits) => {
      expect(edits.map(invertEdit).map(invertEdit)).toEqual(edits)
    }),
  )
})

test('shapes lie in drawing order after every edit', () => {
  const above = { ...BOX, z: 9 }

  expect(applied([POLYGON], edit({ before: null, after: BOX }))).toEqual([BOX, POLYGON])
  expect(applied([BOX, POLYGON], edit({ before: BOX, after: above }))).toEqual([POLYGON, above])
})

test('an edit leaves what sorting all shapes anew would leave', () => {
  fc.assert(
    fc.property(editSequences, (edits) => {
      const documents = edits.reduce<readonly AnnotationDocument[]>(
        (all, each) => [...all, applied(all.at(-1) ?? [], each)],
        [],
      )

      const sorted = documents.map((document) => inDrawingOrder(...document))

      expect(documents).toEqual(sorted)
    }),
  )
})

test('an edit made for another state of a shape is refused whole', () => {
  const moved = boxShape(5, 6, 7, 8)
  const conflict = { ok: false, error: { kind: 'edit-conflict', shapeId: BOX.id } }

  expect(applyEdit([moved], edit({ before: BOX, after: null }))).toEqual(conflict)
  expect(applyEdit([], edit({ before: BOX, after: moved }))).toEqual(conflict)
  expect(applyEdit([BOX], edit({ before: null, after: BOX }))).toEqual(conflict)
})

test('one edit may change the same shape twice', () => {
  const moved = boxShape(5, 6, 7, 8)
  const twice = edit({ before: null, after: BOX }, { before: BOX, after: moved })

  expect(applied([], twice)).toEqual([moved])
  expect(applied([moved], invertEdit(twice))).toEqual([])
})

test('a change is about one shape that is there before or after', () => {
  const isValid = (change: Change) => Edit.safeParse(edit(change)).success

  expect(isValid({ before: null, after: BOX })).toBe(true)
  expect(isValid({ before: null, after: null })).toBe(false)
  expect(isValid({ before: BOX, after: POLYGON })).toBe(false)
})

test('a stroke is logged by the tiles that it touches, and only fits the mask that it was made on', () => {
  const mask = maskShape({ x0: 0, y0: 0, x1: 100, y1: 10 })
  const larger = uniteMasks(mask.tiles, maskShape({ x0: 90, y0: 0, x1: 120, y1: 10 }).tiles)
  const stroke = strokeBetween(mask.id, mask.tiles, larger)
  const painting: Edit = { label: literal('Paint'), changes: [], strokes: stroke ? [stroke] : [] }

  const painted = applied([mask], painting)

  expect(stroke?.tiles).toMatchObject([{ column: 1, row: 0 }])
  expect(painted).toEqual([{ ...mask, tiles: larger }])
  expect(applied(painted, invertEdit(painting))).toEqual([mask])
  expect(applyEdit(painted, painting)).toMatchObject({ ok: false, error: { shapeId: mask.id } })
  expect(applyEdit([BOX], painting)).toMatchObject({ ok: false, error: { shapeId: mask.id } })
})

test('a stroke that would leave nothing of a mask does not fit it', () => {
  const mask = maskShape({ x0: 0, y0: 0, x1: 10, y1: 10 })
  const stroke = strokeBetween(mask.id, mask.tiles, [])

  expect(applyEdit([mask], { changes: [], strokes: stroke ? [stroke] : [] }).ok).toBe(false)
})

test('an edit does not paint on a mask that it changes, nor on one mask twice', () => {
  const mask = maskShape({ x0: 0, y0: 0, x1: 10, y1: 10 })
  const strokes = [{ id: mask.id, tiles: [{ column: 0, row: 0, before: null, after: mask.tiles[0]?.runs ?? null }] }]

  expect(Edit.safeParse({ label: literal('Paint'), changes: [], strokes }).success).toBe(true)
  expect(Edit.safeParse({ label: literal('Paint'), changes: [], strokes: [...strokes, ...strokes] }).success).toBe(
    false,
  )
  expect(Edit.safeParse({ label: literal('Paint'), changes: [{ before: mask, after: null }], strokes }).success).toBe(
    false,
  )
})

function edit(...changes: readonly Change[]): Edit {
  return { label: literal('Edit'), changes }
}

test('an edit is named by a code with flat parameters, and by the sentence that pages of earlier releases send', () => {
  const named = (label: unknown) => Edit.safeParse({ label, changes: [{ before: null, after: BOX }] })
  const drawn = editName('edit-draw', { kind: kindName('box') })

  expect([named(drawn).data?.label, named('Draw box').data?.label]).toEqual([drawn, literal('Draw box')])
  expect(
    [
      '',
      'x'.repeat(81),
      { code: 'edit-draw' },
      { code: 'x'.repeat(61), params: {} },
      { code: 'edit-set-attribute', params: { name: 'x'.repeat(201) } },
      { code: 'edit-draw', params: { kind: { code: 'kind-box', params: { of: 'x' }, cause: drawn } } },
    ].map((label) => named(label).data?.label),
  ).toEqual([undefined, undefined, undefined, undefined, undefined, drawn])
})
