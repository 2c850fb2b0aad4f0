import { beforeEach, expect, test } from 'vitest'
import type { LabelClass } from '#common/contract/projects'
import { imagePoint } from '#common/geometry/space'
import { sentenceOf } from '#common/messages/sentence'
import {
  copySelected,
  giveClass,
  giveClassAt,
  pasteCopied,
  selectAll,
  setVisibility,
} from '#renderer/features/annotate/commands/shapes/shapes'
import { moveCursor, pressCursor } from '#renderer/features/annotate/commands/view/view'
import type { Editor } from '#renderer/features/annotate/editor/editor'
import { NO_KEYS } from '#renderer/tools/tool'
import { image, settled } from './memory-core.ts'
import { bus, car, drag, here, open, screen, stubLocalStorage, there } from './screen.ts'

beforeEach(stubLocalStorage)

test('a drawn box gets the armed class and lands on its image', async () => {
  const { core, editor } = await screen()
  giveClass(editor, bus.id)

  drag(editor, [10, 20], [110, 80])
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([
    { classId: bus.id, origin: 'hand', box: { x0: 10, y0: 20, x1: 110, y1: 80 } },
  ])
  expect(editor.state.announcement).toBe('Drawn: Box, Bus 1, 100×60 at 10, 20, 1 of 1')
})

test('leaving an image in the middle of a drag draws on neither', async () => {
  const { core, editor } = await screen()
  editor.send({ type: 'down', at: imagePoint(10, 20), button: 'main', clicks: 1, ...NO_KEYS })
  editor.send({ type: 'move', at: imagePoint(110, 80), ...NO_KEYS })

  await open(editor, there)
  editor.send({ type: 'up', at: imagePoint(110, 80), ...NO_KEYS })
  await settled(core)

  expect([core.stored(here).shapes, core.stored(there).shapes]).toEqual([[], []])
})

test('a box drawn while the labels of its image are loading is stored once they are there', async () => {
  const { core, editor } = await screen()
  editor.open(there)

  drag(editor, [10, 20], [110, 80])
  expect(editor.shapes).toEqual([])
  await editor.documents.open(there)
  await settled(core)

  expect(core.stored(there).shapes).toMatchObject([{ box: { x0: 10, y0: 20, x1: 110, y1: 80 } }])
})

test('a box that is still being drawn when the labels arrive is drawn on', async () => {
  const { core, editor } = await screen()
  editor.open(there)
  editor.send({ type: 'down', at: imagePoint(10, 20), button: 'main', clicks: 1, ...NO_KEYS })
  editor.send({ type: 'move', at: imagePoint(60, 60), ...NO_KEYS })

  await editor.documents.open(there)
  await Promise.resolve()
  editor.send({ type: 'move', at: imagePoint(110, 80), ...NO_KEYS })
  editor.send({ type: 'up', at: imagePoint(110, 80), ...NO_KEYS })
  await settled(core)

  expect(core.stored(there).shapes).toMatchObject([{ box: { x0: 10, y0: 20, x1: 110, y1: 80 } }])
})

test('a box drawn on an image that is left before its labels are there is said to be left out', async () => {
  const { core, editor, notices } = await screen()
  editor.open(there)
  drag(editor, [10, 20], [110, 80])

  await open(editor, here)
  await settled(core)

  expect(core.stored(there).shapes).toEqual([])
  expect(notices).toEqual([{ kind: 'said', text: 'The annotations were still loading, so your drawing was not added' }])
})

test('without any class the first shape waits for one, on the image it was drawn on', async () => {
  const { core, editor } = await screen([])
  drag(editor, [10, 20], [110, 80])
  await open(editor, there)
  const remote = editor.state.picker
  await open(editor, here)

  expect(remote).toBeUndefined()
  for (const drawn of editor.closePicker()) editor.draw(drawn, car.id)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([{ classId: car.id }])
  expect(core.stored(there).shapes).toEqual([])
})

test('shapes that wait for the first class are all named, also in a window that is opened later', async () => {
  const { editor } = await screen([])
  drag(editor, [10, 20], [110, 80])
  drag(editor, [200, 20], [300, 80])
  const later = await screen([])
  await settled(later.core)

  const waiting = later.editor.closePicker()
  for (const drawn of waiting) later.editor.draw(drawn, car.id)
  await settled(later.core)

  expect(editor.state.picker?.drawn).toHaveLength(2)
  expect(later.core.stored(here).shapes).toMatchObject([
    { classId: car.id, box: { x0: 10, y0: 20, x1: 110, y1: 80 } },
    { classId: car.id, box: { x0: 200, y0: 20, x1: 300, y1: 80 } },
  ])
  expect((await screen([])).editor.state.picker).toBeUndefined()
})

test('two windows that ask for the same class have the same shapes waiting', async () => {
  const { editor } = await screen([])
  drag(editor, [10, 20], [110, 80])
  const other = (await screen([])).editor
  drag(other, [200, 20], [300, 80])

  editor.unnamedChanged(here)
  const named = editor.closePicker()
  other.unnamedChanged(here)

  expect(named).toHaveLength(2)
  expect(other.state.picker).toBeUndefined()
})

test('a shape that comes late for another image waits there, beside the others', async () => {
  const { editor, notices } = await screen([])
  drag(editor, [10, 20], [110, 80])
  await open(editor, there)

  editor.draw({ image: here, outline: { kind: 'box', box: { x0: 1, y0: 2, x1: 30, y1: 40 } }, origin: 'smart' })

  expect(editor.state.picker).toBeUndefined()
  expect(notices.at(-1)).toEqual({ kind: 'draft-kept', image: here })
  await open(editor, here)
  expect(editor.state.picker?.drawn).toMatchObject([{ origin: 'hand' }, { origin: 'smart' }])
})

test('an unfinished polygon waits on its image', async () => {
  const { editor, notices } = await screen()
  editor.arm('polygon')
  for (const [x, y] of [
    [10, 10],
    [90, 10],
    [50, 80],
  ] as const) {
    editor.send({ type: 'down', at: imagePoint(x, y), button: 'main', clicks: 1, ...NO_KEYS })
  }

  await open(editor, there)
  expect(notices).toEqual([{ kind: 'draft-kept', image: here }])
  expect(editor.state.armed).toMatchObject({ tool: 'polygon', state: { at: 'idle' } })

  await open(editor, here)
  expect(editor.state.armed).toMatchObject({ state: { at: 'drawing', points: [10, 10, 90, 10, 50, 80] } })
})

test('a number gives the selection its class, and arms it when nothing is selected', async () => {
  const { core, editor } = await screen()
  drag(editor, [10, 20], [110, 80])
  selectAll(editor)

  giveClass(editor, bus.id)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([{ classId: bus.id }])
  expect(editor.state.classId).toBeUndefined()
  editor.select([])
  giveClass(editor, bus.id)
  expect(editor.state.classId).toBe(bus.id)
})

test('arrows held down are one step in the history', async () => {
  const { core, editor } = await screen()
  drag(editor, [10, 20], [110, 80])
  editor.arm('select')
  selectAll(editor)

  for (let step = 0; step < 5; step++) editor.send({ type: 'nudge', act: 'move', by: { x: 1, y: 0 } })
  editor.settle()
  await settled(core)

  expect(core.stored(here).undo.map(({ label }) => sentenceOf(label))).toEqual(['Draw box', 'Move box'])
  expect(core.stored(here).shapes).toMatchObject([{ box: { x0: 15, x1: 115 } }])
})

test('flipping on while arrows are held down keeps the move', async () => {
  const { core, editor } = await screen()
  drag(editor, [10, 20], [110, 80])
  editor.arm('select')
  selectAll(editor)
  editor.send({ type: 'nudge', act: 'move', by: { x: 7, y: 0 } })

  await open(editor, there)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([{ box: { x0: 17 } }])
})

test('copied shapes keep their place on another image and step aside on their own', async () => {
  const { core, editor } = await screen()
  drag(editor, [10, 20], [110, 80])
  selectAll(editor)
  copySelected(editor)
  pasteCopied(editor)

  await open(editor, there)
  pasteCopied(editor)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([{ box: { x0: 10 } }, { box: { x0: 20, y0: 30 } }])
  expect(core.stored(there).shapes).toMatchObject([{ box: { x0: 10, y0: 20 } }])
})

test('a box is drawn by the keyboard alone', async () => {
  const { core, editor } = await screen()
  moveCursor(editor, 0, 0)
  pressCursor(editor, false)
  moveCursor(editor, 100, 0)
  moveCursor(editor, 0, 10)
  pressCursor(editor, false)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([{ box: { x0: 500, y0: 400, x1: 600, y1: 410 } }])
})

test('an image that fills the view fills it again when the view changes', async () => {
  const { editor } = await screen()

  editor.resize({ width: 520, height: 820 })

  expect(editor.state.viewport).toEqual({ scale: 0.5, offsetX: 10, offsetY: 210 })
})

test('with one class an image, a number gives it, another one replaces it, and the same one takes it away', async () => {
  const { core, editor } = await screen()
  editor.setProjectType('single-label-classification')
  const classes = () => core.stored(here).shapes.map(({ classId, kind }) => `${kind} ${classId}`)

  editor.setOptions({ goesOn: false })
  giveClassAt(editor, 0)
  giveClassAt(editor, 1)
  await settled(core)
  expect([editor.state.armed.tool, classes()]).toEqual(['hand', [`whole ${bus.id}`]])
  giveClassAt(editor, 1)
  await settled(core)

  expect(classes()).toEqual([])
  expect(core.stored(here).undo.map(({ label }) => sentenceOf(label))).toEqual([
    'Assign Car',
    'Assign Bus',
    'Remove Bus',
  ])
})

test('numbers that come before the labels of their image count when these are there, unless one goes elsewhere', async () => {
  const { core, editor } = await screen()
  editor.setProjectType('multi-label-classification')

  editor.open(there)
  giveClassAt(editor, 0)
  giveClassAt(editor, 1)
  await settled(core)
  expect(core.stored(there).shapes).toMatchObject([{ classId: car.id }, { classId: bus.id }])

  const remote = image('elsewhere')
  editor.open(remote)
  giveClassAt(editor, 0)
  editor.open(here)
  await settled(core)
  expect([core.stored(remote).shapes, core.stored(here).shapes]).toEqual([[], []])
})

test('with many classes an image, every number switches its own', async () => {
  const { core, editor } = await screen()
  editor.setProjectType('multi-label-classification')

  giveClassAt(editor, 0)
  giveClassAt(editor, 1)
  giveClassAt(editor, 0)
  await settled(core)

  expect(editor.state.image).toBe(here)
  expect(core.stored(here).shapes).toMatchObject([{ kind: 'whole', classId: bus.id }])
})

const person: LabelClass = { ...car, name: 'Person', skeleton: { points: ['nose', 'chin'], edges: [[0, 1]] } }

function click(editor: Editor, x: number, y: number) {
  editor.send({ type: 'down', at: imagePoint(x, y), button: 'main', clicks: 1, ...NO_KEYS })
  editor.send({ type: 'up', at: imagePoint(x, y), ...NO_KEYS })
}

async function pointsScreen(classes: readonly LabelClass[]) {
  const shown = await screen(classes)
  shown.editor.setProjectType('keypoint-detection')
  shown.editor.arm('keypoints')
  return shown
}

test('clicks with a class that has points make an object of it', async () => {
  const { core, editor } = await pointsScreen([person, bus])

  click(editor, 100, 100)
  click(editor, 100, 200)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([
    {
      classId: person.id,
      kind: 'keypoints',
      points: [{ y: 100 }, { y: 200 }],
      box: { x0: 90, y0: 90, x1: 110, y1: 210 },
    },
  ])
})

test('with a class whose points nobody named, a click asks for them; without any class, for one', async () => {
  const unnamed = await pointsScreen([car])
  click(unnamed.editor, 100, 100)
  expect(unnamed.editor.state.skeletonOf).toBe(car.id)

  const empty = await pointsScreen([])
  click(empty.editor, 100, 100)
  expect(empty.editor.state.picker).toMatchObject({ drawn: undefined })
})

test('an object keeps its class when another one has other points', async () => {
  const { core, editor, notices } = await pointsScreen([person, bus])
  click(editor, 100, 100)
  click(editor, 100, 200)
  editor.arm('select')
  selectAll(editor)

  giveClass(editor, bus.id)
  await settled(core)

  expect(notices).toEqual([{ kind: 'other-points', name: 'Bus' }])
  expect(core.stored(here).shapes).toMatchObject([{ classId: person.id }])
})

test('a point loses its place and gets one in the middle of the box', async () => {
  const { core, editor } = await pointsScreen([person])
  click(editor, 100, 100)
  click(editor, 100, 200)
  editor.arm('select')
  selectAll(editor)

  setVisibility(editor, 0, 0)
  setVisibility(editor, 0, 1)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([{ points: [{ x: 100, y: 150, visibility: 1 }, { y: 200 }] }])
  expect(core.stored(here).undo).toHaveLength(3)
})
