import { expect, test } from 'vitest'
import { editName, kindName } from '#common/annotation/edit-name'
import { boxShape, Draw, polygonShape, polylineShape, shapeId } from './driver.ts'

const SQUARE = [100, 100, 200, 100, 200, 200, 100, 200]
const HOLE = [140, 140, 140, 160, 160, 160]
const left = polygonShape('left', SQUARE)
const right = polygonShape('right', [200, 100, 300, 100, 300, 200, 200, 200])
const line = polylineShape('line', [10, 10, 50, 10, 90, 10])

const selected = (...shapes: ConstructorParameters<typeof Draw>[1][]) =>
  new Draw('select', ...shapes).select(...shapes.slice(0, 1).map(({ id }) => id))

function welding(draw: Draw): Draw {
  draw.options = { ...draw.options, welds: true }
  return draw
}

function snapping(draw: Draw): Draw {
  draw.options = { ...draw.options, snaps: true }
  return draw
}

test('Alt over vertices erases them as one gesture, and leaves a polygon three', () => {
  const two = polygonShape('two', [100, 100, 150, 100, 200, 100, 200, 200, 100, 200])
  const draw = selected(two).holding({ alt: true }).drag(150, 101, 200, 103)

  expect(draw.commits).toMatchObject([{ label: editName('edit-delete-vertices', { count: 2 }) }])
  expect(draw.shape('two')).toMatchObject({ rings: [[100, 100, 200, 200, 100, 200]] })
  expect(draw.drag(100, 100, 200, 200).commits).toHaveLength(1)
})

test('Alt and a click erase one vertex; a line keeps two, a hole goes whole', () => {
  const holed = polygonShape('holed', SQUARE, HOLE)

  expect(selected(line).holding({ alt: true }).click(10, 10).click(50, 10).shape('line')).toMatchObject({
    points: [50, 10, 90, 10],
  })
  expect(selected(holed).holding({ alt: true }).click(140, 140).shape('holed')).toMatchObject({ rings: [SQUARE] })
})

test('a marquee over a part of the selected outline picks its vertices; arrows move them', () => {
  const draw = selected(left).drag(90, 90, 210, 120).nudge(0, 5).nudge(0, 5).press('settle')

  expect(draw.selection).toEqual([left.id])
  expect(draw.commits).toMatchObject([{ label: editName('edit-move-vertices', { count: 2 }) }])
  expect(draw.shape('left')).toMatchObject({ rings: [[100, 110, 200, 110, 200, 200, 100, 200]] })
  expect(draw.nudge(1, 0).press('settle').shape('left')).toMatchObject({
    rings: [[101, 110, 201, 110, 200, 200, 100, 200]],
  })
})

test('a marquee around all of it selects shapes; with Ctrl it picks vertices and begins anywhere', () => {
  expect(selected(left, right).drag(90, 90, 310, 210).selection).toEqual([left.id, right.id])

  const inside = selected(left).holding({ ctrl: true }).drag(120, 120, 210, 210).holding({})
  expect(inside.nudge(10, 0).press('settle').shape('left')).toMatchObject({
    rings: [[100, 100, 200, 100, 210, 200, 100, 200]],
  })
})

test('dragging one of the picked vertices takes the others along; Shift adds, a click elsewhere lets go', () => {
  const draw = selected(left)
    .click(100, 100)
    .holding({ shift: true })
    .click(100, 200)
    .holding({})
    .drag(100, 100, 80, 90)

  expect(draw.shape('left')).toMatchObject({ rings: [[80, 90, 200, 100, 200, 200, 80, 190]] })
  expect(draw.click(150, 150).nudge(1, 0).press('settle').commits.at(-1)).toMatchObject({
    label: editName('edit-move', { kind: kindName('polygon') }),
  })
})

test('Escape lets go of the vertices first, then of the shape', () => {
  const draw = selected(left).click(100, 100).press('cancel')

  expect(draw.selection).toEqual([left.id])
  expect(draw.press('cancel').selection).toEqual([])
})

test('welded vertices move together in one gesture; locked ones and others stay', () => {
  const locked = { ...polygonShape('locked', [200, 100, 250, 20, 150, 20]), isLocked: true as const }
  const draw = welding(selected(left, right, locked)).drag(200, 100, 220, 90)

  expect(draw.commits).toHaveLength(1)
  expect([draw.shape('left'), draw.shape('right'), draw.shape('locked')]).toMatchObject([
    { rings: [[100, 100, 220, 90, 200, 200, 100, 200]] },
    { rings: [[220, 90, 300, 100, 300, 200, 200, 200]] },
    { rings: [[200, 100, 250, 20, 150, 20]] },
  ])
  expect(selected(left, right).drag(200, 100, 220, 90).shape('right')).toEqual(right)
})

test('a vertex inserted on a shared edge is inserted on both sides while they are welded', () => {
  const draw = welding(selected(left, right)).drag(200, 150, 210, 150)

  expect([draw.shape('left'), draw.shape('right')]).toMatchObject([
    { rings: [[100, 100, 200, 100, 210, 150, 200, 200, 100, 200]] },
    { rings: [[200, 100, 300, 100, 300, 200, 200, 200, 210, 150]] },
  ])
})

test('a dragged vertex lands exactly on a vertex, an edge or the border that is near; Alt suspends it', () => {
  const odd = polygonShape('odd', [400.123456, 300.654321, 500, 300, 500, 400])
  const to = (x: number, y: number, alt = false) => {
    const draw = snapping(selected(left, odd)).down(200, 200)
    return draw.holding({ alt }).move(x, y).up(x, y).shape('left')
  }

  expect([to(405, 305), to(494, 350), to(5, 230), to(405, 305, true)]).toMatchObject([
    { rings: [[100, 100, 200, 100, 400.123456, 300.654321, 100, 200]] },
    { rings: [[100, 100, 200, 100, 500, 350, 100, 200]] },
    { rings: [[100, 100, 200, 100, 0, 230, 100, 200]] },
    { rings: [[100, 100, 200, 100, 405, 305, 100, 200]] },
  ])
})

test('drawn polygons, lines and boxes snap as well, and box handles do', () => {
  const draw = (tool: 'polygon' | 'polyline' | 'box') => snapping(new Draw(tool, left))

  expect(draw('polygon').click(204, 96).click(300, 50).click(300, 150).press('enter').outlines).toMatchObject([
    { rings: [[200, 100, 300, 50, 300, 150]] },
  ])
  expect(draw('polyline').click(204, 206).click(300, 478).press('enter').outlines).toMatchObject([
    { points: [200, 200, 300, 480] },
  ])
  expect(draw('box').drag(203, 104, 637, 300).outlines).toMatchObject([{ box: { x0: 200, y0: 100, x1: 640, y1: 300 } }])
  const box = snapping(new Draw('select', boxShape('box', [300, 120, 400, 180]), left)).select('box')
  expect(box.drag(300, 120, 206, 95).shape('box')).toMatchObject({ box: { x0: 200, y0: 100, x1: 400, y1: 180 } })
  expect(box.drag(400, 140, 635, 140).shape('box')).toMatchObject({ box: { x1: 640, y1: 180 } })
})

test('what an outline was drawn from is forgotten when a vertex moves, and moves with the whole', () => {
  const drawn = { ...left, drawn: { rings: [SQUARE], detail: 2 } }
  const moved = selected(drawn).drag(150, 150, 160, 150).shape('left')

  expect(moved).toMatchObject({ drawn: { rings: [[110, 100, 210, 100, 210, 200, 110, 200]], detail: 2 } })
  expect(selected(drawn).drag(100, 100, 90, 100).shape('left')).not.toHaveProperty('drawn')
  expect(shapeId('left')).toBe(left.id)
})
