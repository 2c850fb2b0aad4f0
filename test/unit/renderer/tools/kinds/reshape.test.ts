import { expect, test } from 'vitest'
import { isPlaced, type Shape, shapeArea } from '#common/annotation/shape'
import { sentenceOf } from '#common/messages/sentence'
import { reshaping } from '#renderer/tools/kinds/reshape'
import { boxShape, Draw, polygonShape, polylineShape } from '../driver.ts'

const square = polygonShape('square', [100, 100, 200, 100, 200, 200, 100, 200])

function reshape(purpose: 'add' | 'remove' | 'slice', ...shapes: readonly Shape[]) {
  const draw = new Draw('select', ...shapes).select(...shapes.map(({ id }) => id))
  draw.armed = reshaping(purpose)
  return draw
}

test('an outline drawn inside is taken out as a hole, and another one can follow', () => {
  const draw = reshape('remove', square)
    .click(120, 120)
    .click(140, 120)
    .click(130, 140)
    .press('enter')
    .click(160, 160)
    .click(180, 160)
    .click(170, 180)
    .click(160, 160)

  expect(draw.shape('square')).toMatchObject({
    rings: [{ length: 8 }, { length: 6 }, { length: 6 }],
  })
  expect(draw.commits.map((commit) => commit.kind === 'edit' && sentenceOf(commit.label))).toEqual([
    'Subtract from polygon',
    'Subtract from polygon',
  ])
  expect(draw.armed.tool).toBe('reshape')
})

test('an outline over the border is added', () => {
  const draw = reshape('add', square).click(150, 150).click(250, 150).click(250, 180).click(150, 180).press('enter')

  expect(draw.shape('square')).toMatchObject({ rings: [{ length: 16 }] })
})

test('a cut is dragged in one go, or clicked from corner to corner', () => {
  const dragged = reshape('slice', square).drag(90, 150, 210, 150)
  const clicked = reshape('slice', square).click(150, 90).click(150, 150).click(210, 150).press('enter')

  const areas = (draw: Draw) => draw.document.filter(isPlaced).map((shape) => shapeArea(shape))
  expect([areas(dragged), areas(clicked)]).toEqual([
    [5000, 5000],
    [2500, 7500],
  ])
  expect(new Set(clicked.selection)).toEqual(new Set(clicked.document.map(({ id }) => id)))
})

test('what cannot be is refused and leaves the shapes as they are', () => {
  const missed = reshape('slice', square).drag(300, 100, 300, 200)
  const beside = reshape('remove', square, boxShape('box', [0, 0, 10, 10]))
    .click(300, 300)
    .click(320, 300)
    .click(320, 320)
    .press('enter')
  const line = reshape('remove', polylineShape('line', [0, 0, 50, 50]))
    .click(1, 1)
    .click(9, 1)
    .click(9, 9)
    .press('enter')

  expect([missed.refusals, beside.refusals, line.refusals]).toEqual([['not-cut'], ['apart'], ['no-area']])
  expect([missed, beside, line].flatMap(({ commits }) => commits)).toEqual([])
})

test('Backspace takes the last point back, Escape discards and the shapes stay selected', () => {
  const draw = reshape('remove', square).click(120, 120).click(140, 120).press('back', 'back')

  expect(draw.armed).toEqual(reshaping('remove'))
  expect(draw.click(120, 120).press('cancel').armed).toEqual(reshaping('remove'))
  expect(draw.selection).toEqual([square.id])
})
