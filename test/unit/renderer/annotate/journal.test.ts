import { expect, test } from 'vitest'
import { KeptActs } from '#renderer/features/annotate/document/journal'
import { add, box, image, MemoryCore, move, settled } from './memory-core.ts'

const here = image('here')
const there = image('there')

/** A window whose core never hears of anything any more, as if its machine stood still. */
async function cutOff(): Promise<MemoryCore> {
  const core = new MemoryCore()
  await core.documents.open(here)
  await core.documents.open(there)
  core.gate = new Promise(() => undefined)
  core.documents.setAway(true)
  return core
}

/** Another window, over what the closed one left behind. */
async function nextWindow({ pictures, kept }: MemoryCore): Promise<MemoryCore> {
  const core = new MemoryCore({ pictures, kept })
  await core.documents.resume()
  await settled(core)
  return core
}

test('what was done while the core was away outlives the window and is written by the next one', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.documents.commit(here, move(box('a', 5), 20))
  closed.documents.commit(there, add(box('b', 7)))
  closed.documents.commit(there, add(box('c', 9)))
  closed.documents.undo(there)
  closed.documents.setState(there, { done: true, isNull: false })
  expect(closed.shapes(here)).toEqual([])

  const next = await nextWindow(closed)

  expect([next.shapes(here), next.shapes(there)]).toEqual([['a0000000 25'], ['b0000000 7']])
  expect(next.stored(there).done).toBe(true)
  expect(next.kept.size).toBe(0)
  expect(next.notices).toEqual([])
})

test('an undo of older work is written by the next window too', async () => {
  const closed = new MemoryCore()
  await closed.documents.open(here)
  closed.documents.commit(here, add(box('a', 5)))
  closed.documents.commit(here, add(box('b', 7)))
  await settled(closed)
  closed.gate = new Promise(() => undefined)
  closed.documents.setAway(true)
  closed.documents.undo(here)
  closed.documents.commit(here, add(box('c', 9)))

  const next = await nextWindow(closed)

  expect(next.shapes(here)).toEqual(['a0000000 5', 'c0000000 9'])
})

test('an act whose answer got lost with the core is not written twice', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.documents.commit(here, move(box('a', 5), 20))
  closed.writeElsewhere(here, add(box('a', 5)))

  const next = await nextWindow(closed)

  expect(next.shapes(here)).toEqual(['a0000000 25'])
  expect(next.stored(here).undo).toHaveLength(2)
})

test('what no longer fits because others labelled the picture meanwhile is told', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.documents.commit(here, add(box('b', 7)))
  closed.writeElsewhere(here, add(box('x', 1)))
  closed.writeElsewhere(here, add(box('b', 50)))

  const next = await nextWindow(closed)

  expect(next.shapes(here).toSorted()).toEqual(['a0000000 5', 'b0000000 50', 'x0000000 1'])
  expect(next.notices).toEqual([{ kind: 'conflict', image: here, dropped: 1 }])
  expect(next.kept.size).toBe(0)
})

test('nothing is written down aside while the core takes everything', async () => {
  const core = new MemoryCore()
  await core.documents.open(here)
  core.documents.commit(here, add(box('a', 5)))

  expect(core.kept.size).toBe(0)
  await settled(core)
  expect(core.kept.size).toBe(0)
})

test('every kind of act is read from the journal as it was kept', () => {
  const verdict = { verdict: 'rejected', reason: 'The spoon is missing', by: 'Ada' } as const
  const kept: KeptActs = {
    revision: 3,
    acts: [
      { kind: 'commit', edit: add(box('a', 5)) },
      { kind: 'undo', shown: null },
      { kind: 'redo', shown: move(box('a', 5), 20) },
      { kind: 'state', done: true, isNull: false },
      { kind: 'state', done: false, isNull: false, verdict },
      { kind: 'state', done: true, isNull: false, verdict: null },
    ],
  }

  expect(KeptActs.parse(kept)).toEqual(kept)
})
