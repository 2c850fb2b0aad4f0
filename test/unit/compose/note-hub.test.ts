import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImageId, ProjectSlug, TaskId } from '#common/ids'
import { noteHub } from '#compose/note-hub'

const TASK = { kind: 'task', taskId: TaskId.parse('0198c0de00007000') } as const
const IMAGES = { kind: 'images', project: ProjectSlug.parse('cups') } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a note that follows another quickly waits a moment, and the same notes become one', async () => {
  const hub = noteHub()
  const notes = hub.subscribe(new AbortController().signal)
  const first = notes.next()
  hub.publish(IMAGES)
  expect(await first).toEqual({ done: false, value: IMAGES })

  const next = vi.fn<(note: unknown) => void>()
  void notes.next().then(({ value }) => next(value))
  hub.publish(TASK)
  hub.publish(TASK)
  await vi.advanceTimersByTimeAsync(99)
  expect(next).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(next).toHaveBeenCalledExactlyOnceWith(TASK)
})

test('a note that somebody waits for is handed over at once, and takes along those that wait', async () => {
  const hub = noteHub()
  const notes = hub.subscribe(new AbortController().signal)
  const first = notes.next()
  hub.publish(IMAGES)
  await first

  const second = notes.next()
  hub.publish({ ...IMAGES, kind: 'images', project: ProjectSlug.parse('boats') })
  hub.publish(TASK, 'at-once')

  expect(await second).toEqual({ done: false, value: { ...IMAGES, project: 'boats' } })
  expect(await notes.next()).toEqual({ done: false, value: TASK })
})

test.each([
  ['the latest revision', [1, 2], 2],
  ['that something else changed', [undefined, 2], undefined],
  ['that something else changed since', [1, undefined], undefined],
])('of notes about one image that follow each other quickly one is left, with %s', async (_, revisions, told) => {
  const hub = noteHub()
  const notes = hub.subscribe(new AbortController().signal)
  const first = notes.next()
  hub.publish(TASK)
  await first
  const about = { ...IMAGES, image: ImageId.parse('image000') }

  const second = notes.next()
  for (const revision of revisions) hub.publish({ ...about, ...(revision !== undefined && { revision }) })
  hub.publish({ ...TASK, taskId: TaskId.parse('0198c0de00007001') }, 'at-once')

  expect((await second).value).toEqual({ ...about, ...(told !== undefined && { revision: told }) })
  expect((await notes.next()).value).toMatchObject({ kind: 'task' })
})

test('the end of the listening ends a pause', async () => {
  const stop = new AbortController()
  const hub = noteHub()
  const notes = hub.subscribe(stop.signal)
  const first = notes.next()
  hub.publish(IMAGES)
  await first

  const last = notes.next()
  stop.abort()

  expect(await last).toEqual({ done: true, value: undefined })
})

test('what was relayed from a remote is told to pages, and to no other machine', async () => {
  const hub = noteHub()
  const { signal } = new AbortController()
  const [pages, remotes] = [hub.subscribe(signal), hub.subscribeOwn(signal)]
  const [toPage, toRemote] = [pages.next(), remotes.next()]
  hub.relay(TASK)
  hub.publish(IMAGES)

  expect(await toPage).toEqual({ done: false, value: TASK })
  expect(await toRemote).toEqual({ done: false, value: IMAGES })
})
