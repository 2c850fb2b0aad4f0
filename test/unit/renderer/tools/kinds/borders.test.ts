import { expect, test } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import { POLYGON } from '#renderer/tools/kinds/paths'
import { Draw, polygonShape, polylineShape } from '../driver.ts'

const hexagon = polygonShape('hexagon', [100, 100, 140, 60, 200, 60, 240, 100, 200, 180, 140, 180])
const square = polygonShape('square', [100, 100, 200, 100, 200, 200, 100, 200])

function snapping(draw: Draw): Draw {
  draw.options = { ...draw.options, snaps: true }
  return draw
}

function redrawing(): Draw {
  const draw = new Draw('select', square)
  draw.armed = POLYGON.over([square.id])
  return draw
}

test('the border of a neighbour is copied from vertex to vertex, the shorter way', () => {
  const draw = snapping(new Draw('polygon', hexagon)).click(102, 98).send({ type: 'follow' }).click(238, 102)

  expect(draw.click(240, 20).click(100, 20).press('enter').outlines).toMatchObject([
    { rings: [[100, 100, 140, 60, 200, 60, 240, 100, 240, 20, 100, 20]] },
  ])
})

test('Tab takes the other way, and Backspace takes all of it back', () => {
  const draw = snapping(new Draw('polygon', hexagon)).click(100, 100).send({ type: 'follow' }).send({ type: 'flip' })
  draw.click(240, 100)

  expect(draw.armed).toMatchObject({ state: { points: [100, 100, 140, 180, 200, 180, 240, 100] } })
  expect(draw.press('back').armed).toMatchObject({ state: { points: [100, 100] } })
})

test('an open line is followed along its only way; away from any vertex nothing is copied', () => {
  const line = polylineShape('line', [300, 300, 350, 320, 400, 300])
  const draw = snapping(new Draw('polyline', line)).click(400, 300).send({ type: 'follow' }).move(300, 300)
  const lost = new Draw('polygon', hexagon).click(400, 400).send({ type: 'follow' })

  expect(draw.click(300, 300).armed).toMatchObject({ state: { points: [400, 300, 350, 320, 300, 300] } })
  expect(lost.refusals).toEqual(['no-neighbour'])
})

test('a part of the polygon that was selected is redrawn between two places of its outline', () => {
  const draw = redrawing().click(120, 102).click(150, 60).click(180, 99)

  expect(draw.commits).toMatchObject([{ kind: 'edit', label: editName('edit-redraw-part') }])
  expect(draw.shape('square')).toMatchObject({
    rings: [[120, 100, 150, 60, 180, 100, 200, 100, 200, 200, 100, 200, 100, 100]],
  })
  expect(draw.click(200, 200).click(250, 150).click(180, 99).commits).toHaveLength(2)
})

test('Tab keeps the other part, from a vertex to a vertex as well', () => {
  const kept = redrawing().click(100, 100).click(210, 90).click(200, 200)
  const other = redrawing().click(100, 100).click(210, 90).send({ type: 'flip' }).click(200, 200)

  expect([kept.shape('square'), other.shape('square')]).toMatchObject([
    { rings: [[100, 100, 210, 90, 200, 200, 100, 200]] },
    { rings: [[100, 100, 200, 100, 200, 200, 210, 90]] },
  ])
})

test('Escape gives the part up and another can begin; off the outline, and with Alt, a new polygon does', () => {
  const draw = redrawing().click(120, 102).press('cancel')
  expect(draw.armed).toEqual(POLYGON.over([square.id]))

  expect(draw.click(400, 400).click(420, 400).click(420, 420).press('enter').outlines).toHaveLength(1)
  expect(redrawing().holding({ alt: true }).click(120, 102).armed).toMatchObject({ state: { redraw: undefined } })
})
