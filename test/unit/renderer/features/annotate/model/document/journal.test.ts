import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ImageId } from '#common/ids'
import { literal } from '#common/messages/message'
import { KeptActs } from '#renderer/features/annotate/model/document/journal'
import { add, box, image, MemoryCore, move, settled } from '../../editor/memory-core.ts'

const here = image('here')
const there = image('there')

function names({ documents }: MemoryCore, id: ImageId): readonly string[] | undefined {
  return documents.view(id)?.shapes.map((shape) => shape.id)
}

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
async function nextWindow({ images, kept, gone }: MemoryCore): Promise<MemoryCore> {
  const core = new MemoryCore({ images, kept, gone })
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
  closed.writeInOtherWindow(here, add(box('a', 5)))

  const next = await nextWindow(closed)

  expect(next.shapes(here)).toEqual(['a0000000 25'])
  expect(next.stored(here).undo).toHaveLength(2)
})

test('what no longer fits because others labelled the image meanwhile is told', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.documents.commit(here, add(box('b', 7)))
  closed.writeInOtherWindow(here, add(box('x', 1)))
  closed.writeInOtherWindow(here, add(box('b', 50)))

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

test.each([
  ['an image', 'image-not-found'],
  ['a project', 'project-not-found'],
])('all changes that wait on %s that was deleted are told, and written once it is back', async (_, goneAs) => {
  const core = new MemoryCore()
  core.goneAs = goneAs
  await core.documents.open(here)
  core.gone.add(here)
  core.documents.commit(here, add(box('a', 5)))
  core.documents.commit(here, move(box('a', 5), 20))
  core.documents.commit(here, add(box('b', 7)))
  await settled(core)
  expect(core.notices).toEqual([{ kind: 'gone', image: here, unsaved: 3 }])
  expect(core.documents.store.getState().waiting).toBe(0)
  expect(core.documents.view(here)?.load).toBe('failed')
  expect(core.kept.size).toBe(1)
  await core.documents.open(here)
  expect(core.kept.size).toBe(1)

  core.gone.delete(here)
  await core.documents.open(here)
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 25', 'b0000000 7'])
  expect(core.documents.view(here)).toMatchObject({ load: 'ready', shapes: [{ id: 'a0000000' }, { id: 'b0000000' }] })
  expect(core.kept.size).toBe(0)
  expect(core.notices).toHaveLength(1)
})

test('changes to an image that was deleted elsewhere are kept when something else is refused first', async () => {
  const core = new MemoryCore()
  await core.documents.open(here)
  const held = Promise.withResolvers<void>()
  core.gate = held.promise
  core.faults.push('class-not-found')
  core.documents.commit(here, add(box('a', 5)))
  core.documents.commit(here, add(box('b', 7)))
  core.gone.add(here)
  held.resolve()
  await settled(core)

  expect(core.notices).toMatchObject([{ kind: 'refused' }, { kind: 'gone', image: here, unsaved: 1 }])
  core.gone.delete(here)
  await core.documents.open(here)
  await settled(core)
  expect(core.shapes(here)).toEqual(['b0000000 7'])
})

test('offline work on an image that was deleted meanwhile outlives windows, is told once, and is written when it is back', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.documents.commit(here, add(box('b', 7)))
  closed.gone.add(here)

  const next = await nextWindow(closed)
  expect(next.notices).toEqual([{ kind: 'gone', image: here, unsaved: 2 }])
  const later = await nextWindow(next)
  expect(later.notices).toEqual([])
  expect(later.kept.size).toBe(1)

  later.gone.delete(here)
  await later.documents.open(here)
  await settled(later)
  expect(later.shapes(here)).toEqual(['a0000000 5', 'b0000000 7'])
  expect(later.kept.size).toBe(0)
  await next.documents.open(here)
  expect(next.calls.filter((call) => call.startsWith('commit'))).toEqual([])
})

test('changes of two windows to an image that was deleted elsewhere are both kept, and written once it is back', async () => {
  const one = new MemoryCore()
  await one.documents.open(here)
  const other = new MemoryCore(one)
  await other.documents.open(here)
  one.gone.add(here)
  for (const [window, names] of [
    [one, ['a', 'b']],
    [other, ['c']],
  ] as const) {
    for (const name of names) window.documents.commit(here, add(box(name, 5)))
    await settled(window)
  }
  expect([one, other].map(({ notices }) => notices)).toMatchObject([[{ unsaved: 2 }], [{ unsaved: 1 }]])

  one.gone.delete(here)
  other.calls.length = 0
  await one.documents.open(here)
  await settled(one)
  await other.documents.open(here)
  await settled(other)

  expect(one.shapes(here)).toEqual(['a0000000 5', 'b0000000 5', 'c0000000 5'])
  expect(names(other, here)).toEqual(['a0000000', 'b0000000', 'c0000000'])
  expect(other.calls).toEqual(['open'])
  expect(one.kept.size).toBe(0)
  expect([...one.notices, ...other.notices]).toHaveLength(2)
})

test('what a closed window kept for a deleted image is written by one that is open, once the image is back', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.gone.add(here)
  const drawing = await nextWindow(closed)
  const open = new MemoryCore(closed)
  await open.documents.open(there)
  await open.documents.resumeParked()
  expect([open.calls.filter((call) => call.startsWith('commit')), open.kept.size]).toEqual([[], 1])

  closed.gone.delete(here)
  await open.documents.resumeParked()
  await settled(open)
  await drawing.documents.open(here)

  expect(open.shapes(here)).toEqual(['a0000000 5'])
  expect(names(drawing, here)).toEqual(['a0000000'])
  expect([open.kept.size, open.notices]).toEqual([0, []])
})

test.each(['resume', 'resumeParked'] as const)(
  '%s looks at what is kept also while the image is being opened',
  async (way) => {
    const closed = await cutOff()
    closed.documents.commit(here, add(box('a', 5)))
    closed.gone.add(here)
    await nextWindow(closed)
    closed.gone.delete(here)
    const open = new MemoryCore(closed)

    await Promise.all([open.documents.open(here), open.documents[way]()])
    await settled(open)

    expect(open.shapes(here)).toEqual(['a0000000 5'])
    expect(open.kept.size).toBe(0)
  },
)

test('what several windows could not write is written by the next, and none undoes work of another', async () => {
  const closed = new MemoryCore()
  await closed.documents.open(here)
  closed.documents.commit(here, add(box('old', 1)))
  await settled(closed)
  const [second, third] = [new MemoryCore(closed), new MemoryCore(closed)]
  for (const window of [closed, second, third]) {
    await window.documents.open(here)
    window.gate = new Promise(() => undefined)
    window.documents.setAway(true)
  }
  closed.documents.commit(here, add(box('a', 5)))
  second.documents.commit(here, add(box('b', 7)))
  second.documents.commit(here, add(box('c', 9)))
  second.documents.undo(here)
  third.documents.undo(here)

  const next = await nextWindow(closed)

  expect(next.shapes(here).toSorted()).toEqual(['a0000000 5', 'b0000000 7', 'old00000 1'])
  expect(next.kept.size).toBe(0)
})

test('what a person draws while kept work is read is not lost to it', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  const next = new MemoryCore(closed)
  await next.documents.open(here)
  const held = Promise.withResolvers<void>()
  next.gate = held.promise
  const resuming = next.documents.resume()
  next.documents.commit(here, add(box('b', 7)))
  held.resolve()
  await resuming
  await settled(next)

  expect(next.shapes(here).toSorted()).toEqual(['a0000000 5', 'b0000000 7'])
  expect(next.kept.size).toBe(0)
})

test('offline work on an image whose row is damaged stays kept until it can be read again', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.gone.add(here)
  const damaged = new MemoryCore(closed)
  damaged.goneAs = 'row-damaged'
  await damaged.documents.resume()
  await settled(damaged)
  expect([damaged.notices, damaged.kept.size]).toMatchObject([[{ kind: 'refused', image: here, isKept: true }], 1])

  closed.gone.delete(here)
  const mended = await nextWindow(damaged)

  expect(mended.shapes(here)).toEqual(['a0000000 5'])
  expect(mended.kept.size).toBe(0)
})

test('changes to an image that has left the trash for good are let go of', async () => {
  const closed = await cutOff()
  closed.documents.commit(here, add(box('a', 5)))
  closed.gone.add(here)
  const next = await nextWindow(closed)
  const [[key, kept] = []] = next.kept
  const goneAt = Date.now() - 3651 * 24 * 3600 * 1000
  const all = z.array(KeptActs).parse(JSON.parse(kept ?? ''))
  next.kept.set(key ?? '', JSON.stringify(all.map((one) => ({ ...one, goneAt }))))

  const later = await nextWindow(next)

  expect(later.kept.size).toBe(0)
  expect(later.notices).toEqual([])
})

test('every kind of act is read from the journal as it was kept', () => {
  const verdict = { verdict: 'rejected', reason: 'The spoon is missing', by: 'Ada' } as const
  const kept: KeptActs = {
    revision: 3,
    goneAt: 1_700_000_000_000,
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

test('acts that a page of an earlier release kept are written with the names that it gave them', async () => {
  const closed = new MemoryCore()
  await closed.documents.open(here)
  closed.kept.set(
    `0000 ${here}`,
    JSON.stringify([
      {
        revision: 0,
        acts: [
          { kind: 'commit', edit: { ...add(box('a', 5)), label: 'Draw box' } },
          { kind: 'undo', shown: { ...add(box('a', 5)), label: 'Draw box' } },
          { kind: 'commit', edit: { ...add(box('b', 7)), label: 'Draw box' } },
        ],
      },
    ]),
  )

  const next = await nextWindow(closed)

  expect(next.shapes(here)).toEqual(['b0000000 7'])
  expect(next.stored(here).undo.map(({ label }) => label)).toEqual([literal('Draw box')])
  expect([next.kept.size, next.notices]).toEqual([0, []])
})
