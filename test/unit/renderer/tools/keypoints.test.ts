import { expect, test } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import type { KeypointsShape, Shape } from '#common/annotation/shape'
import type { Visibility } from '#common/annotation/skeleton'
import { boxShape, CLASS, Draw, shapeId } from './driver.ts'

const FACE = { points: ['nose', 'left eye', 'right eye'], edges: [[0, 1] as const, [0, 2] as const] }

function face(): Draw {
  const draw = new Draw('keypoints')
  draw.options = { ...draw.options, skeleton: FACE }
  return draw
}

const seen = (x: number, y: number) => ({ x, y, visibility: 2 })
const NOWHERE = { x: 0, y: 0, visibility: 0 }

test('clicks set the points in their order, and the last one finishes the object in a box with a margin', () => {
  const draw = face().click(100, 120).click(150, 80).click(50, 80)

  expect(draw.outlines).toEqual([
    {
      kind: 'keypoints',
      points: [seen(100, 120), seen(150, 80), seen(50, 80)],
      box: { x0: 40, y0: 70, x1: 160, y1: 130 },
    },
  ])
  expect(draw.armed).toEqual({ tool: 'keypoints', state: { at: 'idle' } })
})

test('the second button and Alt set hidden points', () => {
  const draw = face()
    .click(100, 120, { button: 'second' })
    .holding({ alt: true })
    .click(150, 80)
    .holding({})
    .click(50, 80)

  expect(draw.outlines).toMatchObject([{ points: [{ visibility: 1 }, { visibility: 1 }, { visibility: 2 }] }])
})

test('a skipped point and those after Enter have no place', () => {
  const draw = face().press('skip').click(150, 80).press('enter')

  expect(draw.outlines).toMatchObject([{ points: [NOWHERE, seen(150, 80), NOWHERE] }])
})

test('an object without any place is none', () => {
  expect(face().press('skip', 'skip', 'enter', 'skip').commits).toEqual([])
  expect(face().press('enter').commits).toEqual([])
})

test('Backspace takes the last point back, Ctrl+Shift+Z puts it again', () => {
  const draw = face().click(100, 120).click(300, 300).press('back', 'again', 'back').click(150, 80).press('enter')

  expect(draw.outlines).toMatchObject([{ points: [seen(100, 120), seen(150, 80), NOWHERE] }])
})

test('taking back the first point ends the object', () => {
  expect(face().click(100, 120).press('back').armed).toEqual({ tool: 'keypoints', state: { at: 'idle' } })
})

test('Escape discards the object', () => {
  expect(face().click(100, 120).press('cancel', 'enter').commits).toEqual([])
})

test('points outside the image are set on its border, and the box ends there', () => {
  const draw = face().click(-20, 10).click(700, 500).press('enter')

  expect(draw.outlines).toMatchObject([
    { points: [seen(0, 10), seen(640, 480), NOWHERE], box: { x0: 0, y0: 0, x1: 640, y1: 480 } },
  ])
})

test('the second press of a double click sets no second point', () => {
  const draw = face().click(100, 120).click(101, 120, { clicks: 2 }).press('enter')

  expect(draw.outlines).toMatchObject([{ points: [seen(100, 120), NOWHERE, NOWHERE] }])
})

test('one point alone makes an object; several on one spot are handed back as a slip', () => {
  expect(face().click(100, 120).press('enter').outlines).toMatchObject([{ box: { x0: 96, y0: 116, x1: 104, y1: 124 } }])

  const slip = face().click(100, 120).click(101, 121).press('enter')
  expect([slip.commits, slip.slips.length]).toEqual([[], 1])
})

test('without named points a press does nothing', () => {
  const draw = new Draw('keypoints').click(100, 120).press('skip')

  expect(draw.armed).toEqual({ tool: 'keypoints', state: { at: 'idle' } })
})

function person(...visibilities: readonly Visibility[]): Shape {
  const points = visibilities.map((visibility, place) =>
    visibility === 0 ? { x: 0, y: 0, visibility } : { x: 120 + 40 * place, y: 150, visibility },
  )
  const box = { x0: 100, y0: 100, x1: 300, y1: 200 }
  return { id: shapeId('person'), classId: CLASS, z: 0, origin: 'hand', kind: 'keypoints', box, points }
}

const selecting = (...shapes: readonly Shape[]) => new Draw('select', ...shapes).select('person')
const personOf = (draw: Draw): KeypointsShape | undefined => {
  const shape = draw.shape('person')
  return shape?.kind === 'keypoints' ? shape : undefined
}

test('a point of the selected object is dragged, and the box grows with it', () => {
  const draw = selecting(person(2, 1)).drag(120, 150, 80, 220)

  expect(personOf(draw)).toMatchObject({
    points: [seen(80, 220), { x: 160, y: 150, visibility: 1 }],
    box: { x0: 80, y0: 100, x1: 300, y1: 220 },
  })
  expect(draw.commits).toMatchObject([{ label: editName('edit-move-point') }])
})

test('Alt click turns a point from visible to hidden and back', () => {
  const draw = selecting(person(2, 1)).holding({ alt: true }).click(120, 150).click(160, 150)

  expect(personOf(draw)?.points.map(({ visibility }) => visibility)).toEqual([1, 2])
})

test('a handle resizes the box and leaves the points', () => {
  const draw = selecting(person(2, 1)).drag(300, 200, 320, 240)

  expect(personOf(draw)).toMatchObject({ points: [seen(120, 150), { x: 160 }], box: { x0: 100, x1: 320, y1: 240 } })
})

test('the object is moved as a whole; a point without a place stays without', () => {
  const draw = selecting(person(2, 0)).drag(250, 120, 260, 130)

  expect(personOf(draw)).toMatchObject({ points: [seen(130, 160), NOWHERE], box: { x0: 110, y0: 110 } })
})

test('of an object that is not selected no point is taken hold of', () => {
  const draw = new Draw('select', person(2), boxShape('other', [400, 400, 450, 450])).drag(120, 150, 80, 220)

  expect(draw.commits).toEqual([])
})
