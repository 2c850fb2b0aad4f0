import { beforeEach, expect, test } from 'vitest'
import { keyContextNow } from '#renderer/features/annotate/commands/context'
import { type ScreenStore, screenStore } from '#renderer/features/annotate/editor/screen-store'
import { settled } from './memory-core.ts'
import { drag, here, open, screen, stubLocalStorage, there } from './screen.ts'

beforeEach(stubLocalStorage)

/** Returns the store for the page around the canvas, and the frames for which it waits. */
async function besideCanvas() {
  const { core, editor } = await screen()
  const waiting: (() => void)[] = []
  const shown = screenStore({ state: editor.store, documents: core.documents.store }, (act) => {
    waiting.push(act)
    return () => waiting.splice(waiting.indexOf(act), 1)
  })
  return { core, editor, shown, frame: () => waiting.splice(0).forEach((act) => act()) }
}

function shapesOn(shown: ScreenStore): number | undefined {
  return shown.getState().views.get(here)?.shapes.length
}

test('edits reach the page around the canvas one frame later, with everything done meanwhile', async () => {
  const { core, editor, shown, frame } = await besideCanvas()

  drag(editor, [10, 20], [110, 80])
  editor.select([])
  expect([editor.shapes.length, shapesOn(shown)]).toEqual([1, 0])
  frame()
  expect([shapesOn(shown), shown.getState().state]).toEqual([1, editor.state])

  await settled(core)
  editor.documents.undo(here)
  expect(shapesOn(shown)).toBe(1)
  frame()
  expect(shapesOn(shown)).toBe(0)
})

test('a new image updates the page one frame later, and a hovered shape at once', async () => {
  const { editor, shown, frame } = await besideCanvas()

  await open(editor, there)
  expect(shown.getState().state.image).toBe(here)
  frame()
  editor.announce('Hello')
  await Promise.resolve()

  expect(shown.getState().state).toMatchObject({ image: there, announcement: 'Hello' })
})

test('a box that takes the next key is shown at once', async () => {
  const { editor, shown } = await besideCanvas()

  drag(editor, [10, 20], [110, 80])
  editor.set({ asking: { kind: 'go-to' } })

  expect([shown.getState().state.asking, shapesOn(shown)]).toEqual([{ kind: 'go-to' }, 1])
})

test('the validity of a key depends on the previous key, drawn or not', async () => {
  const { editor } = await besideCanvas()

  const before = keyContextNow(editor, true)
  drag(editor, [10, 20], [110, 80])
  editor.select(editor.shapes.map(({ id }) => id))

  expect([before.canUndo, before.hasSelection]).toEqual([false, false])
  expect(keyContextNow(editor, true)).toMatchObject({ canUndo: true, hasSelection: true })
})
