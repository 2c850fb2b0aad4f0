import { beforeEach, expect, test } from 'vitest'
import type { MaskShape, Shape } from '#common/annotation/shape'
import { maskTilesArea, maskTilesBounds } from '#common/geometry/masks/mask-tiles'
import { imagePoint } from '#common/geometry/space'
import { sentenceOf } from '#common/messages/sentence'
import { masksToPolygons, outlinesToMasks } from '#renderer/features/annotate/commands/masks/convert'
import { fillMaskHoles, growMasks, shrinkMasks } from '#renderer/features/annotate/commands/masks/masks'
import { giveClass } from '#renderer/features/annotate/commands/shapes/shapes'
import type { Editor } from '#renderer/features/annotate/editor/editor'
import { setBrush, stepBrushSize } from '#renderer/features/annotate/tools/brush/brush-settings'
import { NO_KEYS } from '#renderer/tools/tool'
import { bus, car, drag, here, open, screen, stubLocalStorage, there } from '../../editor/screen.ts'

beforeEach(stubLocalStorage)

async function painter(type: 'instance-segmentation' | 'semantic-segmentation' = 'instance-segmentation') {
  const drawn = await screen()
  drawn.editor.setProjectType(type)
  drawn.editor.arm('brush')
  setBrush(drawn.editor, { size: 10, tip: 'square' })
  return drawn
}

function masks(editor: Editor): readonly MaskShape[] {
  return editor.shapes.filter((shape): shape is MaskShape & Shape => shape.kind === 'mask')
}

/** Class, bounds and pixels of each mask. */
function seen(editor: Editor) {
  return masks(editor).map(({ classId, tiles }) => [classId, maskTilesBounds(tiles), maskTilesArea(tiles)])
}

function click(editor: Editor, x: number, y: number, button: 'main' | 'second' = 'main'): void {
  editor.send({ type: 'down', at: imagePoint(x, y), button, clicks: 1, ...NO_KEYS })
  editor.send({ type: 'up', at: imagePoint(x, y), ...NO_KEYS })
}

test('a stroke begins a mask of the armed class, and the next ones go on with it', async () => {
  const { editor } = await painter()

  drag(editor, [100, 100], [200, 100])
  drag(editor, [200, 100], [200, 150])

  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 155 }, 110 * 10 + 10 * 50]])
  expect(editor.document?.undo.map(sentenceOf)).toEqual(['Draw mask', 'Paint mask'])
})

test('a finished mask is left alone: the next stroke begins another one', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])

  editor.select([])
  drag(editor, [300, 300], [320, 300])

  expect(seen(editor)).toEqual([
    [car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100],
    [car.id, { x0: 295, y0: 295, x1: 325, y1: 305 }, 300],
  ])
})

test('every stroke is undone and done again by itself', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])
  drag(editor, [100, 300], [200, 300])
  const both = seen(editor)

  editor.documents.undo(here)
  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100]])

  editor.documents.redo(here)
  expect(seen(editor)).toEqual(both)
})

test('the eraser takes pixels from the mask that it comes upon, and from no other', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])
  editor.select([])
  drag(editor, [100, 105], [200, 105])
  editor.select([])

  editor.arm('eraser')
  drag(editor, [150, 60], [150, 98])

  expect(seen(editor)).toEqual([
    [car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100 - 80],
    [car.id, { x0: 95, y0: 100, x1: 205, y1: 110 }, 1100],
  ])
})

test('erasing everything deletes the mask, and one undo brings it back', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [120, 100])
  const before = seen(editor)

  setBrush(editor, { size: 80 })
  editor.arm('eraser')
  drag(editor, [90, 100], [130, 100])
  expect([seen(editor), editor.state.selection]).toEqual([[], []])

  editor.documents.undo(here)
  expect(seen(editor)).toEqual(before)
})

test('where no mask is there is nothing to erase, and that is said', async () => {
  const { editor } = await painter()
  editor.arm('eraser')

  drag(editor, [100, 100], [120, 100])

  expect(editor.document?.undo.map(sentenceOf)).toEqual([])
  expect(editor.state.announcement).toBe('No mask to erase at this point')
})

test('the second button does the opposite of the first', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])

  editor.send({ type: 'down', at: imagePoint(150, 100), button: 'second', clicks: 1, ...NO_KEYS })
  editor.send({ type: 'up', at: imagePoint(150, 100), ...NO_KEYS })

  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1000]])
})

test('a press with Shift draws a straight line from the last dab', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [100, 100])

  editor.send({ type: 'down', at: imagePoint(200, 100), button: 'main', clicks: 1, ...NO_KEYS, shift: true })
  editor.send({ type: 'up', at: imagePoint(200, 100), ...NO_KEYS, shift: true })

  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100]])
})

test('Escape takes the stroke under way back', async () => {
  const { editor } = await painter()
  editor.send({ type: 'down', at: imagePoint(100, 100), button: 'main', clicks: 1, ...NO_KEYS })
  editor.send({ type: 'move', at: imagePoint(200, 100), ...NO_KEYS })
  editor.send({ type: 'cancel' })
  editor.send({ type: 'up', at: imagePoint(220, 100), ...NO_KEYS })

  expect(editor.document?.undo.map(sentenceOf)).toEqual([])
})

test('a stroke under way lands on its own image when another one is opened', async () => {
  const { editor } = await painter()
  editor.send({ type: 'down', at: imagePoint(100, 100), button: 'main', clicks: 1, ...NO_KEYS })
  editor.send({ type: 'move', at: imagePoint(200, 100), ...NO_KEYS })

  await open(editor, there)

  expect(editor.shapes).toEqual([])
  await open(editor, here)
  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100]])
})

test('with no overlaps painting stays beside the pixels of other masks', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])
  editor.select([])
  editor.setOptions({ keepsMasksApart: true })

  drag(editor, [150, 60], [150, 140])

  expect(seen(editor)).toEqual([
    [car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100],
    [car.id, { x0: 145, y0: 55, x1: 155, y1: 145 }, 800],
  ])
})

test('in a project of one class a pixel painting takes pixels from the other classes in the same step', async () => {
  const { editor } = await painter('semantic-segmentation')
  drag(editor, [100, 100], [200, 100])
  giveClass(editor, bus.id)

  drag(editor, [150, 60], [150, 140])
  const both = seen(editor)
  editor.documents.undo(here)

  expect(both).toEqual([
    [car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1000],
    [bus.id, { x0: 145, y0: 55, x1: 155, y1: 145 }, 900],
  ])
  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100]])
})

test('in a project of one class a pixel a class has one mask on an image', async () => {
  const { editor } = await painter('semantic-segmentation')

  drag(editor, [100, 100], [200, 100])
  drag(editor, [100, 300], [200, 300])

  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 305 }, 2200]])
})

test('before there is a class the painted mask waits for one', async () => {
  const { editor } = await screen([])
  editor.arm('brush')
  drag(editor, [100, 100], [200, 100])

  expect(editor.state.picker?.drawn?.[0]?.outline.kind).toBe('mask')
})

test('the size of the brush is told', async () => {
  const { editor } = await painter()
  stepBrushSize(editor, 1)
  stepBrushSize(editor, -20)
  stepBrushSize(editor, 1)

  expect([editor.state.options.brush.size, editor.state.announcement]).toEqual([2, 'Brush 2 px'])
})

test('an outline around pixels is drawn in one go, or corner by corner, and adds what it encloses', async () => {
  const { editor } = await painter()
  editor.setOptions({ paintWay: 'lasso' })

  editor.send({ type: 'down', at: imagePoint(100, 100), button: 'main', clicks: 1, ...NO_KEYS })
  for (const [x, y] of [
    [200, 100],
    [200, 150],
    [100, 150],
  ] as const)
    editor.send({ type: 'move', at: imagePoint(x, y), ...NO_KEYS })
  editor.send({ type: 'up', at: imagePoint(100, 150), ...NO_KEYS })
  for (const [x, y] of [
    [120, 110],
    [140, 110],
    [140, 130],
    [120, 130],
  ] as const)
    click(editor, x, y, 'second')
  editor.send({ type: 'enter' })

  expect(seen(editor)).toEqual([[car.id, { x0: 100, y0: 100, x1: 200, y1: 150 }, 100 * 50 - 20 * 20]])
  expect(editor.document?.undo.map(sentenceOf)).toEqual(['Draw mask', 'Erase mask'])
})

test('a click fills the hole around it, and one with the eraser takes a part away', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])
  drag(editor, [200, 100], [200, 200])
  drag(editor, [200, 200], [100, 200])
  drag(editor, [100, 200], [100, 100])
  drag(editor, [400, 400], [420, 400])
  editor.setOptions({ paintWay: 'fill' })

  click(editor, 150, 150)
  click(editor, 410, 400, 'second')

  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 205 }, 110 * 110]])
})

test('holes are filled, masks grow and shrink by a pixel, and shrinking to nothing deletes', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])
  const before = seen(editor)

  growMasks(editor)
  expect(seen(editor)).toEqual([[car.id, { x0: 94, y0: 94, x1: 206, y1: 106 }, 1100 + 2 * (110 + 10)]])
  shrinkMasks(editor)
  expect(seen(editor)).toEqual(before)
  for (let i = 0; i < 5; i++) shrinkMasks(editor)
  fillMaskHoles(editor)

  expect([seen(editor), editor.state.selection, editor.document?.undo.length]).toEqual([[], [], 8])
})

test('a mask becomes a polygon and a polygon a mask, and how much is the same is told', async () => {
  const { editor, notices } = await painter()
  drag(editor, [100, 100], [200, 100])

  masksToPolygons(editor)
  expect(editor.shapes).toMatchObject([{ kind: 'polygon', rings: [[95, 95, 205, 95, 205, 105, 95, 105]] }])
  outlinesToMasks(editor)

  expect(seen(editor)).toEqual([[car.id, { x0: 95, y0: 95, x1: 205, y1: 105 }, 1100]])
  expect(notices).toEqual([
    { kind: 'said', text: 'Outline 100.0 % similar' },
    { kind: 'said', text: 'Outline 100.0 % similar' },
  ])
})

test('a mask is moved by whole pixels in one step', async () => {
  const { editor } = await painter()
  drag(editor, [100, 100], [200, 100])
  const { selection } = editor.state
  editor.arm('select')
  editor.select(selection)

  drag(editor, [150, 100], [160.4, 120.6])

  expect(seen(editor)).toEqual([[car.id, { x0: 105, y0: 116, x1: 215, y1: 126 }, 1100]])
  expect(editor.document?.undo.map(sentenceOf)).toEqual(['Draw mask', 'Move mask'])
})
