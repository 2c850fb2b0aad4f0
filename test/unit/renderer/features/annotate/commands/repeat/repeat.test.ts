import { beforeEach, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { undo } from '#renderer/features/annotate/commands/edit/edit-keys'
import { finish } from '#renderer/features/annotate/commands/queue/queue'
import { carryForward } from '#renderer/features/annotate/commands/repeat/propagate'
import { repeatAndRefit } from '#renderer/features/annotate/commands/repeat/refit'
import { repeatPrevious } from '#renderer/features/annotate/commands/repeat/repeat'
import { copySelected, selectAll } from '#renderer/features/annotate/commands/shapes/shapes'
import { tighten } from '#renderer/features/annotate/commands/smart/tighten'
import { watchGhosts } from '#renderer/features/annotate/effects/smart/ghosts'
import { add, box, image, settled } from '../../editor/memory-core.ts'
import { drag, here, open, screen, stubLocalStorage, there } from '../../editor/screen.ts'
import { FakeMachine } from './machine.ts'

beforeEach(stubLocalStorage)

const later = image('later')

/**
 * Draws two boxes on the first image, and opens the second one. The names separate tests, because the clipboard is
 * kept.
 */
async function flipped(names: readonly [string, string] = ['a', 'b']) {
  const machine = new FakeMachine()
  const made = await screen(undefined, undefined, machine)
  const { editor, core } = made
  core.documents.commit(here, add(box(names[0], 100)))
  core.documents.commit(here, add(box(names[1], 300)))
  editor.set({ queue: { ids: [here, there, later], unfinished: new Set() } })
  await settled(core)
  await open(editor, there)
  return { ...made, machine }
}

test('the shapes of the previous image are copied in one gesture, once', async () => {
  const { editor, core } = await flipped()

  await repeatPrevious(editor)
  await repeatPrevious(editor)
  await settled(core)

  expect(core.stored(there).shapes).toMatchObject([
    { isCarried: true, box: { x0: 100 } },
    { isCarried: true, box: { x0: 300 } },
  ])
  expect(core.stored(there).undo.map(({ label }) => sentenceOf(label))).toEqual(['Carry over 2 shapes'])
  expect(editor.state.announcement).toBe('Nothing carried over. 2 shapes already here')
  undo(editor)
  await settled(core)
  expect(core.stored(there).shapes).toEqual([])
})

test('only copied shapes come from the previous image', async () => {
  const { editor, core } = await flipped(['alpha', 'copied'])
  await open(editor, here)
  editor.select([core.stored(here).shapes[1]?.id ?? box('none', 0).id])
  copySelected(editor)
  await open(editor, there)

  await repeatPrevious(editor)
  await settled(core)

  expect(core.stored(there).shapes).toMatchObject([{ box: { x0: 300 } }])
  expect(editor.state.announcement).toBe('1 copied shape carried over')
})

test('on the first image, and after an empty one, repeating reports that there is nothing to copy', async () => {
  const { editor, notices } = await flipped()
  await open(editor, here)
  await repeatPrevious(editor)
  await open(editor, later)
  await repeatPrevious(editor)

  expect(notices.map((notice) => 'text' in notice && notice.text)).toEqual([
    'This is the first image of the queue, so there is nothing to repeat',
    'The previous image has no shapes to repeat',
  ])
})

test('moving a copied shape confirms it; the others are confirmed when the image is done', async () => {
  const { editor, core } = await flipped()
  await repeatPrevious(editor)
  editor.arm('select')
  selectAll(editor)
  editor.select(editor.state.selection.slice(0, 1))
  editor.send({ type: 'nudge', act: 'move', by: { x: 5, y: 0 } })
  editor.settle()
  const marks = () => editor.document?.shapes.map(({ isCarried }) => isCarried ?? false)
  const touched = marks()

  finish(editor)
  await settled(core)

  expect(touched).toEqual([false, true])
  expect(core.stored(there).shapes.map(({ isCarried }) => isCarried ?? false)).toEqual([false, false])
  expect(core.stored(there).done).toBe(true)
})

test('copying with refit follows moved objects, and marks large moves as lints', async () => {
  const { editor, core, machine } = await flipped()
  machine.objects = [
    { x0: 101, y0: 1, x1: 112, y1: 11 },
    { x0: 296, y0: 2, x1: 305, y1: 7 },
  ]

  await repeatAndRefit(editor)
  await settled(core)

  const [near, far] = core.stored(there).shapes
  expect([near, far]).toMatchObject([
    { isCarried: true, box: { x0: 101, y0: 1, x1: 112, y1: 11 } },
    { isCarried: true, box: { x0: 296, y0: 2, x1: 305, y1: 7 } },
  ])
  expect([...editor.state.machine.far]).toEqual([far?.id])
  expect(core.stored(there).undo.map(({ label }) => sentenceOf(label))).toEqual(['Carry over 2 shapes'])
  expect(editor.state.announcement).toBe('2 shapes carried over. 2 of them fitted again. 1 of them deserves a look')
})

test('shapes are copied to the next images, and one press undoes all of it', async () => {
  const { editor, core, notices } = await flipped()
  await open(editor, here)
  core.writeInOtherWindow(later, add(box('there', 100)))
  const [first] = core.stored(here).shapes
  editor.select(first ? [first.id] : [])

  await carryForward(editor, 5)
  await settled(core)

  expect(core.stored(there).shapes).toMatchObject([{ isCarried: true, box: { x0: 100 } }])
  expect(core.shapes(later)).toEqual(['there000 100'])
  const [notice] = notices.filter(({ kind }) => kind === 'machine')
  expect(notice).toMatchObject({ text: '1 shape carried forward to 1 image', action: { label: 'Undo' } })
  if (notice && 'action' in notice) notice.action?.onPress()
  await expect.poll(() => core.stored(there).shapes).toEqual([])
})

test('the last box is tightened to its object; its old sides stay visible until the next command', async () => {
  const { editor, core, machine } = await flipped()
  const stop = watchGhosts(editor)
  machine.objects = [{ x0: 420, y0: 430, x1: 470, y1: 480 }]
  drag(editor, [400, 400], [500, 500])

  await tighten(editor)
  await settled(core)

  expect(core.stored(there).shapes).toMatchObject([{ box: { x0: 420, y0: 430, x1: 470, y1: 480 } }])
  expect(core.stored(there).undo.map(({ label }) => sentenceOf(label))).toEqual(['Draw box', 'Tighten box'])
  expect(editor.state.machine.ghosts).toMatchObject([{ rings: [[400, 400, 500, 400, 500, 500, 400, 500]] }])
  undo(editor)
  expect(editor.state.machine.ghosts).toEqual([])
  expect(editor.document?.shapes).toMatchObject([{ box: { x0: 400 } }])
  stop()
})

test('an empty box and a failure of smart select are reported and change nothing', async () => {
  const { editor, core, machine, notices } = await flipped()
  await tighten(editor)
  drag(editor, [400, 400], [500, 500])
  await tighten(editor)
  machine.trouble = new Error('The model is gone.')
  await tighten(editor)
  await settled(core)

  expect(notices.map((notice) => 'text' in notice && notice.text)).toEqual([
    'Select boxes, or draw one, to have them tightened',
    '1 box unchanged: no distinct object in it',
    'Smart select did not answer. The model is gone.',
  ])
  expect(core.stored(there).undo.map(({ label }) => sentenceOf(label))).toEqual(['Draw box'])
})
