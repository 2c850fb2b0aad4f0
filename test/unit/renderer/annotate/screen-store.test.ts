import { beforeEach, expect, test } from 'vitest'
import { type ScreenStore, screenStore } from '#renderer/features/annotate/canvas/screen-store'
import { keyContextNow } from '#renderer/features/annotate/keys/context'
import { settled } from './memory-core.ts'
import { drag, here, open, screen, stubLocalStorage, there } from './screen.ts'

beforeEach(stubLocalStorage)

/** The screen beside the canvas, and the frames that it waits for. */
async function besideCanvas() {
  const { core, bench } = await screen()
  const waiting: (() => void)[] = []
  const shown = screenStore({ bench: bench.store, documents: core.documents.store }, (act) => {
    waiting.push(act)
    return () => waiting.splice(waiting.indexOf(act), 1)
  })
  return { core, bench, shown, frame: () => waiting.splice(0).forEach((act) => act()) }
}

function shapesOn(shown: ScreenStore): number | undefined {
  return shown.getState().views.get(here)?.shapes.length
}

test('what is drawn stands around the canvas one frame later, with all that was in hand meanwhile', async () => {
  const { core, bench, shown, frame } = await besideCanvas()

  drag(bench, [10, 20], [110, 80])
  bench.select([])
  expect([bench.shapes.length, shapesOn(shown)]).toEqual([1, 0])
  frame()
  expect([shapesOn(shown), shown.getState().bench]).toEqual([1, bench.bench])

  await settled(core)
  bench.documents.undo(here)
  expect(shapesOn(shown)).toBe(1)
  frame()
  expect(shapesOn(shown)).toBe(0)
})

test('an image that comes is followed one frame later, and what is pointed at on it at once', async () => {
  const { bench, shown, frame } = await besideCanvas()

  await open(bench, there)
  expect(shown.getState().bench.image).toBe(here)
  frame()
  bench.announce('Hello')
  await Promise.resolve()

  expect(shown.getState().bench).toMatchObject({ image: there, announcement: 'Hello' })
})

test('a box that takes the next key stands at once', async () => {
  const { bench, shown } = await besideCanvas()

  drag(bench, [10, 20], [110, 80])
  bench.set({ asking: { kind: 'go-to' } })

  expect([shown.getState().bench.asking, shapesOn(shown)]).toEqual([{ kind: 'go-to' }, 1])
})

test('a key is valid by what the last one did, drawn or not', async () => {
  const { bench } = await besideCanvas()

  const before = keyContextNow(bench, true)
  drag(bench, [10, 20], [110, 80])
  bench.select(bench.shapes.map(({ id }) => id))

  expect([before.canUndo, before.hasSelection]).toEqual([false, false])
  expect(keyContextNow(bench, true)).toMatchObject({ canUndo: true, hasSelection: true })
})
