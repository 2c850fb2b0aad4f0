import { expect, test } from 'vitest'
import { strokeBetween } from '#common/annotation/stroke'
import type { ImageId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { maskShape } from '#test/unit/common/annotation/shapes'
import { add, box, image, MemoryCore, move, settled } from '../../editor/memory-core.ts'

const here = image('here')
const there = image('there')

async function opened(...images: readonly ImageId[]): Promise<MemoryCore> {
  const core = new MemoryCore()
  for (const id of images) await core.documents.open(id)
  return core
}

const names = (core: MemoryCore, id: ImageId) => core.documents.view(id)?.shapes.map((shape) => shape.id)

test('an edit is shown at once and written after', async () => {
  const core = await opened(here)

  expect(core.documents.commit(here, add(box('a', 5)))).toBe(true)
  expect(names(core, here)).toEqual(['a0000000'])
  expect(core.documents.store.getState().waiting).toBe(1)

  await settled(core)
  expect(core.shapes(here)).toEqual(['a0000000 5'])
  expect(core.documents.store.getState()).toMatchObject({ waiting: 0, trouble: null })
})

test('an image whose labels are not loaded cannot be edited', async () => {
  const core = new MemoryCore()
  void core.documents.open(here)

  expect(core.documents.commit(here, add(box('a', 5)))).toBe(false)
  expect(core.documents.commit(there, add(box('a', 5)))).toBe(false)
  await settled(core)
  expect(core.calls).toEqual(['open'])
})

test('strokes on a mask are shown at once, undone, and done again without being read again', async () => {
  const core = await opened(here)
  const mask = maskShape({ x0: 0, y0: 0, x1: 30, y1: 30 })
  const larger = maskShape({ x0: 0, y0: 0, x1: 90, y1: 30 })
  const stroke = strokeBetween(mask.id, mask.tiles, larger.tiles)
  core.documents.commit(here, add(mask))
  core.documents.commit(here, { label: literal('Paint'), changes: [], strokes: stroke ? [stroke] : [] })
  expect(core.documents.view(here)?.shapes).toEqual([larger])

  core.documents.undo(here)
  await settled(core)
  expect(core.stored(here).shapes).toEqual([mask])
  core.documents.redo(here)
  await settled(core)

  expect(core.stored(here).shapes).toEqual([larger])
  expect(core.documents.view(here)?.shapes).toEqual([larger])
  expect(core.calls.map((call) => call.split(' ')[0])).toEqual(['open', 'commit', 'commit', 'undo', 'redo'])
})

test('edits of an image are written in the order in which they were made', async () => {
  const core = await opened(here)

  core.documents.commit(here, add(box('a', 0)))
  core.documents.commit(here, move(box('a', 0), 10))
  core.documents.commit(here, move(box('a', 10), 10))
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 20'])
  expect(core.stored(here).undo.map(({ label }) => sentenceOf(label))).toEqual([
    'Add a0000000',
    'Move a0000000',
    'Move a0000000',
  ])
})

test('flipping through images while answers are late puts every shape on its own image', async () => {
  const images = Array.from({ length: 20 }, (_, i) => image(`flip${i}x`))
  const core = await opened(...images)
  const held = Promise.withResolvers<void>()
  core.gate = held.promise

  for (const [i, id] of images.entries()) core.documents.commit(id, add(box(`shape${i}x`, i)))
  held.resolve()
  await settled(core)

  expect(images.map((id) => core.shapes(id))).toEqual(images.map((_, i) => [`${`shape${i}x`.padEnd(8, '0')} ${i}`]))
})

test('once the studio works on another place nothing more is written, and that is told', async () => {
  const core = await opened(here)
  const held = Promise.withResolvers<void>()
  core.gate = held.promise
  core.faults.push('lost-before')

  core.documents.commit(here, add(box('a', 5)))
  core.documents.close()
  held.resolve()
  await settled(core)

  expect(core.shapes(here)).toEqual([])
  expect(core.notices).toMatchObject([{ kind: 'refused', image: here }])
  expect(core.documents.store.getState().waiting).toBe(0)
})

test('a cut connection keeps what waits and tries until it is written', async () => {
  const core = await opened(here)
  core.faults.push('lost-before', 'lost-before', 'lost-before')
  const troubles: (string | null)[] = []
  core.documents.store.subscribe(({ trouble }) => troubles.push(trouble))

  core.documents.commit(here, add(box('a', 5)))
  core.documents.commit(here, add(box('b', 7)))
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 5', 'b0000000 7'])
  expect(troubles).toContain('The line is dead')
  expect(troubles.at(-1)).toBeNull()
  expect(core.notices).toEqual([])
})

test('an answer that got lost is not written twice and not called a conflict', async () => {
  const core = await opened(here)
  core.faults.push('lost-after')

  core.documents.commit(here, add(box('a', 5)))
  core.documents.commit(here, move(box('a', 5), 5))
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 10'])
  expect(core.stored(here).undo).toHaveLength(2)
  expect(core.notices).toEqual([])
})

test('an undo that waits behind a lost answer is carried out', async () => {
  const core = await opened(here)
  core.faults.push('lost-after')

  core.documents.commit(here, add(box('a', 5)))
  core.documents.commit(here, add(box('b', 7)))
  core.documents.undo(here)
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 5'])
  expect(names(core, here)).toEqual(['a0000000'])
  expect(core.documents.view(here)).toMatchObject({ undo: [literal('Add a0000000')], redo: [literal('Add b0000000')] })
  expect(core.notices).toEqual([])
})

test('an undo whose answer got lost is not done twice', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('a', 5)))
  core.documents.commit(here, add(box('b', 7)))
  await settled(core)
  core.faults.push('lost-after')

  core.documents.undo(here)
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 5'])
  expect(core.notices).toEqual([])
})

test('what is drawn is written however often others write first', async () => {
  const core = await opened(here)
  let others = 0
  core.beforeCommit = () => {
    if (others < 20) core.writeInOtherWindow(here, add(box(`foreign${(others += 1)}`, 100)))
  }

  core.documents.commit(here, add(box('mine', 5)))
  core.documents.commit(here, add(box('second', 25)))
  await settled(core)

  expect(core.shapes(here)).toEqual(expect.arrayContaining(['mine0000 5', 'second00 25']))
  expect(core.shapes(here)).toHaveLength(22)
  expect(core.notices.filter(({ kind }) => kind === 'refused')).toEqual([])
})

test('an act that the core refuses without a change of the labels is given up', async () => {
  const core = await opened(here)
  core.faults.push('edit-conflict', 'edit-conflict', 'edit-conflict')
  core.documents.commit(here, add(box('mine', 5)))
  core.documents.commit(here, add(box('second', 25)))
  await settled(core)

  expect(core.shapes(here)).toEqual(['second00 25'])
  expect(core.notices).toMatchObject([{ kind: 'refused' }])
})

test('an undo never takes back what someone else did', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('a', 5)))
  await settled(core)
  core.writeInOtherWindow(here, add(box('foreign', 100)))

  core.documents.undo(here)
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 5', 'foreign0 100'])
  expect(core.notices).toEqual([{ kind: 'conflict', image: here, dropped: 0 }])
})

test('labels that changed elsewhere are read again, and an edit that still fits is kept', async () => {
  const core = await opened(here)
  core.writeInOtherWindow(here, add(box('foreign', 100)))

  core.documents.commit(here, add(box('mine', 5)))
  await settled(core)

  expect(names(core, here)).toEqual(['foreign0', 'mine0000'])
  expect(core.shapes(here)).toEqual(['foreign0 100', 'mine0000 5'])
  expect(core.notices).toEqual([{ kind: 'conflict', image: here, dropped: 0 }])
})

test('a verdict on labels that somebody else has changed meanwhile is left out and said', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('mine', 5)))
  await settled(core)
  core.writeInOtherWindow(here, add(box('foreign', 100)))

  core.documents.setState(here, { done: true, isNull: false, verdict: { verdict: 'approved', reason: '', by: '' } })
  await settled(core)

  expect(core.stored(here)).toMatchObject({ done: false, review: { state: 'none' } })
  expect(core.notices).toEqual([{ kind: 'conflict', image: here, dropped: 1 }])
})

test('an edit that no longer fits is left out and said', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('a', 0)))
  await settled(core)
  core.writeInOtherWindow(here, { label: literal('Delete'), changes: [{ before: box('a', 0), after: null }] })

  core.documents.commit(here, move(box('a', 0), 10))
  await settled(core)

  expect(names(core, here)).toEqual([])
  const shapes = move(box('a', 0), 10).changes.map(({ after }) => after)
  expect(core.notices).toEqual([{ kind: 'removed', image: here, shapes, isEdited: true }])
})

test('a shape that was moved and deleted here, or moved back, is not told as lost when others deleted it', async () => {
  const core = await opened(here)
  for (const name of ['a', 'b', 'c']) core.documents.commit(here, add(box(name, 0)))
  await settled(core)
  const held = Promise.withResolvers<void>()
  core.gate = held.promise
  core.documents.commit(here, move(box('a', 0), 10))
  core.documents.commit(here, { label: literal('Delete'), changes: [{ before: box('a', 10), after: null }] })
  core.documents.commit(here, move(box('c', 0), 30))
  core.documents.commit(here, move(box('b', 0), 20))
  core.documents.undo(here)
  for (const name of ['a', 'b', 'c'])
    core.writeInOtherWindow(here, { label: literal('Delete'), changes: [{ before: box(name, 0), after: null }] })
  held.resolve()
  await settled(core)

  expect(core.shapes(here)).toEqual([])
  expect(core.notices).toEqual([{ kind: 'removed', image: here, shapes: [box('c', 30)], isEdited: true }])
})

test('a shape that was moved twice, of which one move was undone, is told as the first move left it', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('a', 0)))
  await settled(core)
  const held = Promise.withResolvers<void>()
  core.gate = held.promise
  core.documents.commit(here, move(box('a', 0), 10))
  core.documents.commit(here, move(box('a', 10), 10))
  core.documents.undo(here)
  core.writeInOtherWindow(here, { label: literal('Delete'), changes: [{ before: box('a', 0), after: null }] })
  held.resolve()
  await settled(core)

  expect(core.notices).toEqual([{ kind: 'removed', image: here, shapes: [box('a', 10)], isEdited: true }])
})

test('an edit of a shape that is gone and of one that is still there is told as both', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('a', 0)))
  core.documents.commit(here, add(box('b', 50)))
  await settled(core)
  core.writeInOtherWindow(here, { label: literal('Delete'), changes: [{ before: box('a', 0), after: null }] })

  const [a, b] = [move(box('a', 0), 10).changes, move(box('b', 50), 10).changes]
  core.documents.commit(here, { label: literal('Move 2'), changes: [...a, ...b] })
  await settled(core)

  expect(core.shapes(here)).toEqual(['b0000000 50'])
  expect(core.notices).toEqual([
    { kind: 'removed', image: here, shapes: a.map(({ after }) => after), isEdited: true },
    { kind: 'conflict', image: here, dropped: 1 },
  ])
})

test('shapes that others deleted are told when the labels are read again', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('a', 0)))
  await settled(core)
  core.writeInOtherWindow(here, { label: literal('Delete'), changes: [{ before: box('a', 0), after: null }] })

  await core.documents.open(here)

  expect(names(core, here)).toEqual([])
  expect(core.notices).toEqual([{ kind: 'removed', image: here, shapes: [box('a', 0)], isEdited: false }])
})

test('an edit that the core refuses for good is left out and the others go on', async () => {
  const core = await opened(here, there)
  core.faults.push('class-not-found')

  core.documents.commit(here, add(box('a', 5)))
  core.documents.commit(here, add(box('b', 7)))
  await settled(core)

  expect(core.shapes(here)).toEqual(['b0000000 7'])
  expect(names(core, here)).toEqual(['b0000000'])
  expect(core.notices).toMatchObject([{ kind: 'refused', image: here }])
})

test('undo and redo of what was done here are shown before they are answered', async () => {
  const core = await opened(here)
  core.documents.commit(here, add(box('a', 5)))

  expect(core.documents.undo(here)).toBe(true)
  expect(names(core, here)).toEqual([])
  expect(core.documents.view(here)).toMatchObject({ undo: [], redo: [literal('Add a0000000')] })
  expect(core.documents.redo(here)).toBe(true)
  expect(names(core, here)).toEqual(['a0000000'])

  await settled(core)
  expect(core.calls.slice(1)).toEqual([`commit ${here} Add a0000000`, `undo ${here}`, `redo ${here}`])
  expect(core.shapes(here)).toEqual(['a0000000 5'])
})

test('undo reaches behind the start of this window', async () => {
  const core = new MemoryCore()
  core.writeInOtherWindow(here, add(box('old', 5)))
  await core.documents.open(here)

  expect(core.documents.undo(here)).toBe(true)
  expect(core.documents.commit(here, add(box('b', 7)))).toBe(false)
  await settled(core)
  expect(names(core, here)).toEqual([])

  expect(core.documents.redo(here)).toBe(true)
  expect(names(core, here)).toEqual(['old00000'])
  await settled(core)
  expect(core.shapes(here)).toEqual(['old00000 5'])
})

test('with nothing to undo nothing is sent', async () => {
  const core = await opened(here)

  expect(core.documents.undo(here)).toBe(false)
  expect(core.calls).toEqual(['open'])
})

test('an image that is opened again takes over what changed elsewhere', async () => {
  const core = await opened(here)
  core.writeInOtherWindow(here, add(box('foreign', 100)))

  await core.documents.open(here)

  expect(names(core, here)).toEqual(['foreign0'])
})

test('an old answer to opening does not hide what was written meanwhile', async () => {
  const core = await opened(here)
  const late = Promise.withResolvers<void>()
  core.wayBack = late.promise
  const reopening = core.documents.open(here)
  await Promise.resolve()
  core.wayBack = Promise.resolve()

  core.documents.commit(here, add(box('a', 5)))
  await settled(core)
  late.resolve()
  await reopening

  expect(names(core, here)).toEqual(['a0000000'])
})

test('done and nothing to label are shown at once and written', async () => {
  const core = await opened(here)

  core.documents.setState(here, { done: true, isNull: true })
  expect(core.documents.view(here)).toMatchObject({ state: 'done', isNull: true })
  await settled(core)

  expect(core.stored(here)).toMatchObject({ done: true, isNull: true })
})
