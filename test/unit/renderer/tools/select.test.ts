import { expect, test } from 'vitest'
import { editName, kindName } from '#common/annotation/edit-name'
import { boxShape, Draw, polygonShape, shapeId } from './driver.ts'

const big = boxShape('big', [100, 100, 300, 300])
const small = boxShape('small', [150, 150, 200, 200])
const blob = polygonShape('blob', [400, 100, 500, 100, 500, 200, 400, 200])

test('a click takes the smallest shape, the next clicks walk down the stack', () => {
  const draw = new Draw('select', small, big).click(170, 170)
  expect(draw.selection).toEqual([shapeId('small')])

  expect(draw.click(170, 170).selection).toEqual([shapeId('big')])
  expect(draw.click(170, 170).selection).toEqual([shapeId('small')])
})

test('a click on nothing clears the selection', () => {
  expect(new Draw('select', big).select('big').click(20, 20).selection).toEqual([])
})

test('Shift and a click add a shape and take it away again', () => {
  const draw = new Draw('select', big, blob).click(120, 120).holding({ shift: true }).click(450, 150)
  expect(draw.selection).toEqual([shapeId('big'), shapeId('blob')])

  expect(draw.click(450, 150).selection).toEqual([shapeId('big')])
})

test('dragging inside an unselected shape draws a marquee and moves nothing', () => {
  const draw = new Draw('select', big, small).drag(140, 140, 210, 210)

  expect(draw.commits).toEqual([])
  expect(draw.selection).toEqual([shapeId('small')])
})

test('a marquee to the left takes whatever it touches', () => {
  expect(new Draw('select', big, blob).drag(420, 320, 280, 90).selection).toEqual([shapeId('big'), shapeId('blob')])
  expect(new Draw('select', big, blob).drag(280, 90, 420, 320).selection).toEqual([])
})

test('dragging the selection moves all of it', () => {
  const draw = new Draw('select', big, blob).select('big', 'blob').drag(120, 120, 130, 115)

  expect(draw.commits).toMatchObject([{ kind: 'edit', label: editName('edit-move-shapes', { count: 2 }) }])
  expect(draw.shape('big')).toMatchObject({ box: { x0: 110, y0: 95, x1: 310, y1: 295 } })
  expect(draw.shape('blob')).toMatchObject({ rings: [[410, 95, 510, 95, 510, 195, 410, 195]] })
})

test('the selection cannot be moved out of the image', () => {
  const draw = new Draw('select', big).select('big').drag(120, 250, -500, 250)

  expect(draw.shape('big')).toMatchObject({ box: { x0: 0, y0: 100, x1: 200, y1: 300 } })
})

test('a corner handle moves its two sides', () => {
  const draw = new Draw('select', big).select('big').drag(302, 298, 352, 348)

  expect(draw.commits).toMatchObject([{ label: editName('edit-resize', { kind: kindName('box') }) }])
  expect(draw.shape('big')).toMatchObject({ box: { x0: 100, y0: 100, x1: 350, y1: 350 } })
})

test('a locked shape that is selected has no handles to take', () => {
  const kinds = (shape: typeof big) => new Draw('select', shape).select('big').overlay.map(({ kind }) => kind)

  expect(kinds(big)).toEqual(['turn', 'handles'])
  expect(kinds({ ...big, isLocked: true })).toEqual([])
})

test('an edge of the box moves its side alone', () => {
  expect(new Draw('select', big).select('big').drag(100, 230, 60, 280).shape('big')).toMatchObject({
    box: { x0: 60, y0: 100, x1: 300, y1: 300 },
  })
})

test('Shift keeps the proportions of a box, Alt its middle', () => {
  const wide = boxShape('wide', [100, 100, 300, 200])

  expect(
    new Draw('select', wide).select('wide').holding({ shift: true }).drag(300, 200, 340, 205).shape('wide'),
  ).toMatchObject({
    box: { x0: 100, y0: 100, x1: 340, y1: 220 },
  })
  expect(
    new Draw('select', wide).select('wide').holding({ alt: true }).drag(300, 150, 320, 150).shape('wide'),
  ).toMatchObject({
    box: { x0: 80, y0: 100, x1: 320, y1: 200 },
  })
})

test('a side pulled over the other one turns the box round', () => {
  expect(new Draw('select', big).select('big').drag(300, 200, 50, 200).shape('big')).toMatchObject({
    box: { x0: 50, y0: 100, x1: 100, y1: 300 },
  })
})

test('a vertex is dragged, and stays in the image', () => {
  expect(new Draw('select', blob).select('blob').drag(400, 100, 380, -40).shape('blob')).toMatchObject({
    rings: [[380, 0, 500, 100, 500, 200, 400, 200]],
  })
})

test('dragging an edge inserts a vertex there', () => {
  const draw = new Draw('select', blob).select('blob').drag(450, 100, 450, 60)

  expect(draw.commits).toMatchObject([{ label: editName('edit-insert-vertex') }])
  expect(draw.shape('blob')).toMatchObject({ rings: [[400, 100, 450, 60, 500, 100, 500, 200, 400, 200]] })
})

test('a click on an edge inserts nothing', () => {
  expect(new Draw('select', blob).select('blob').click(450, 100).commits).toEqual([])
})

test('Alt and a click delete a vertex, but never the third to last', () => {
  const draw = new Draw('select', blob).select('blob').holding({ alt: true }).click(400, 100)
  expect(draw.shape('blob')).toMatchObject({ rings: [[500, 100, 500, 200, 400, 200]] })

  expect(draw.click(500, 100).commits).toHaveLength(1)
})

test('arrows held down are one gesture', () => {
  const draw = new Draw('select', big).select('big').nudge(1, 0).nudge(1, 0).nudge(0, 10)
  expect(draw.commits).toEqual([])

  expect(draw.press('settle').commits).toMatchObject([{ label: editName('edit-move', { kind: kindName('box') }) }])
  expect(draw.shape('big')).toMatchObject({ box: { x0: 102, y0: 110, x1: 302, y1: 310 } })
})

test('Escape takes back a drag under way, and clears the selection at rest', () => {
  const draw = new Draw('select', big).select('big').down(150, 250).move(200, 250).press('cancel').up(200, 250)
  expect(draw.commits).toEqual([])
  expect(draw.selection).toEqual([shapeId('big')])

  expect(draw.press('cancel').selection).toEqual([])
})
