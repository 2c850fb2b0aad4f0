import { beforeEach, expect, test } from 'vitest'
import { imagePoint } from '#common/geometry/space'
import { undo } from '#renderer/features/annotate/commands/edit/edit-keys'
import type { Editor } from '#renderer/features/annotate/editor/editor'
import { NO_KEYS } from '#renderer/tools/tool'
import { MemoryCore, settled } from '../memory-core.ts'
import { car, drag, here, screen, stubLocalStorage } from '../screen.ts'

beforeEach(stubLocalStorage)

const corners = (editor: Editor, ...places: readonly (readonly [number, number])[]) => {
  for (const [x, y] of places)
    editor.send({ type: 'down', at: imagePoint(x, y), button: 'main', clicks: 1, ...NO_KEYS })
}

test('every corner of an unfinished polygon is saved, and another window continues it', async () => {
  const { core, editor } = await screen()
  editor.arm('polygon')

  corners(editor, [10, 10], [200, 10], [200, 300])

  const points = [10, 10, 200, 10, 200, 300]
  expect(core.sketches.get(here)).toEqual({ tool: 'polygon', points })
  const next = await screen([car], new MemoryCore(core))
  expect(next.editor.state.armed).toMatchObject({ tool: 'polygon', state: { points } })
  expect(next.notices).toEqual([{ kind: 'draft-restored' }])
})

test('a finished polygon is no longer a sketch', async () => {
  const { core, editor } = await screen()
  editor.arm('polygon')

  corners(editor, [10, 10], [200, 10], [200, 300])
  editor.send({ type: 'enter' })
  await settled(core)

  expect(core.sketches.size).toBe(0)
  expect(core.stored(here).shapes).toHaveLength(1)
})

test('undo first restores a drawing that Esc discarded', async () => {
  const { core, editor } = await screen()
  drag(editor, [10, 120], [110, 180])
  editor.arm('polygon')
  corners(editor, [10, 10], [200, 10])

  editor.send({ type: 'cancel' })
  expect(core.sketches.size).toBe(0)
  undo(editor)

  expect(editor.state.armed).toMatchObject({ state: { points: [10, 10, 200, 10] } })
  expect(core.sketches.get(here)).toEqual({ tool: 'polygon', points: [10, 10, 200, 10] })
  await settled(core)
  expect(core.stored(here).shapes).toHaveLength(1)
})

test('after another shape was drawn, undo applies to that one', async () => {
  const { core, editor } = await screen()
  editor.arm('polygon')
  corners(editor, [10, 10], [200, 10])
  editor.send({ type: 'cancel' })
  editor.arm('box')
  drag(editor, [10, 20], [110, 80])

  undo(editor)
  await settled(core)

  expect(core.stored(here).shapes).toEqual([])
  expect(editor.state.armed.tool).toBe('box')
})
