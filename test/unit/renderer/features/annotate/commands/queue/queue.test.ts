import { afterEach, expect, test, vi } from 'vitest'
import { goBy } from '#renderer/features/annotate/commands/queue/queue'
import { followAddress, goTo, takeEarlySteps } from '#renderer/features/annotate/effects/queue/open-image'
import { UNREAD_QUEUE } from '#renderer/features/annotate/model/editor-state'
import { nearby, neighbour, nextUnfinished, startOf, without } from '#renderer/features/annotate/model/queue'
import { PATIENCE_MS } from '../../../../../../kit/patience.ts'
import { image } from '../../editor/memory-core.ts'
import { here, screen, stubLocalStorage, there } from '../../editor/screen.ts'

afterEach(() => vi.unstubAllGlobals())

const [a, b, c, d, e] = [image('a'), image('b'), image('c'), image('d'), image('e')] as const
const ids = [a, b, c, d, e]
const only = (...names: string[]) => {
  const unfinished = new Set(names.map(image))
  return (id: (typeof ids)[number]) => unfinished.has(id)
}

test('next and previous stop at the ends', () => {
  expect([neighbour(ids, a, 1), neighbour(ids, a, -1), neighbour(ids, e, 1)]).toEqual([b, undefined, undefined])
})

test('an image that is not in the queue leads to its beginning', () => {
  expect(neighbour(ids, image('elsewhere'), 1)).toBe(a)
  expect(neighbour(ids, undefined, 1)).toBe(a)
})

test('the next unfinished image is found in both directions, wrapping around', () => {
  expect(nextUnfinished(ids, b, { way: 1, isUnfinished: only('a', 'd') })).toBe(d)
  expect(nextUnfinished(ids, b, { way: -1, isUnfinished: only('a', 'd') })).toBe(a)
  expect(nextUnfinished(ids, e, { way: 1, isUnfinished: only('b') })).toBe(b)
})

test('there is no next image when all others are done', () => {
  expect(nextUnfinished(ids, c, { way: 1, isUnfinished: only('c') })).toBeUndefined()
  expect(nextUnfinished([], undefined, { way: 1, isUnfinished: only() })).toBeUndefined()
})

test('images ahead are fetched before those behind', () => {
  expect(nearby(ids, c, 1)).toEqual([d, b, e])
  expect(nearby(ids, c, -1)).toEqual([b, d, a])
  expect(nearby(ids, e, 1)).toEqual([d])
})

test('an answer of the queue does not navigate back while the address lags behind', async () => {
  stubLocalStorage()
  vi.stubGlobal('location', { hash: '#/' })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const { editor } = await screen()
  const queue = { ids: [here, there], unfinished: new Set([here]) }

  goTo(editor, there)
  followAddress(editor, here, queue)
  followAddress(editor, undefined, queue)

  expect(editor.state.image).toBe(there)
  await vi.waitFor(() => {
    followAddress(editor, here, queue)
    expect(editor.state.image).toBe(here)
  }, PATIENCE_MS)
})

test('a step before the queue is loaded happens once it is', async () => {
  stubLocalStorage()
  vi.stubGlobal('location', { hash: '#/' })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const { editor } = await screen()
  editor.set({ queue: UNREAD_QUEUE })

  goBy(editor, 1)
  expect(editor.state.image).toBe(here)
  editor.set({ queue: { ids: [here, there], unfinished: new Set() } })
  takeEarlySteps(editor)
  takeEarlySteps(editor)

  expect(editor.state.image).toBe(there)
  // The address is updated later, which must happen before the test ends.
  await vi.waitFor(() => {
    followAddress(editor, here, undefined)
    expect(editor.state.image).toBe(here)
  }, PATIENCE_MS)
})

test('after an image has left the project, navigation continues from its position', () => {
  const queue = without({ ids, unfinished: new Set() }, new Set([b, c]))
  const beside = (from: typeof b, by: 1 | -1) => neighbour(queue.ids, startOf(queue, from, by), by)

  expect(queue.ids).toEqual([a, d, e])
  expect([beside(b, 1), beside(c, 1), beside(b, -1), beside(c, -1)]).toEqual([d, d, a, a])
  expect(startOf(queue, a, 1)).toBe(a)
})
