import { beforeEach, expect, test } from 'vitest'
import { goBack, lookAtPast, showPast } from '#renderer/features/annotate/commands/history/past'
import { settled } from '../../editor/memory-core.ts'
import { drag, here, screen, stubLocalStorage } from '../../editor/screen.ts'

beforeEach(stubLocalStorage)

/** Opens an image on which three boxes were drawn, one after the other. */
async function threeBoxes() {
  const { core, editor } = await screen()
  const states = [editor.shapes]
  for (const left of [100, 300, 500]) {
    drag(editor, [left, 100], [left + 80, 180])
    await settled(core)
    states.push(editor.shapes)
  }
  return { core, editor, states }
}

test('a press before the earlier state is loaded restores it once it is', async () => {
  const { core, editor, states } = await threeBoxes()
  const [, one = [], two = []] = states

  lookAtPast(editor, 2)
  showPast(editor, 2, two)
  lookAtPast(editor, 1)
  goBack(editor)
  expect(editor.shapes).toEqual(two)
  showPast(editor, 1, one)
  await settled(core)

  expect(editor.state.past).toBeUndefined()
  expect(core.stored(here).shapes).toEqual(one)
})

test('a place that is requested twice stays cached', async () => {
  const { core, editor, states } = await threeBoxes()
  const [, one = []] = states

  lookAtPast(editor, 1)
  showPast(editor, 1, one)
  lookAtPast(editor, 1)
  goBack(editor)
  await settled(core)

  expect(core.stored(here).shapes).toEqual(one)
})
