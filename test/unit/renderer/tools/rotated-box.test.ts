import { expect, test } from 'vitest'
import { editName, kindName } from '#common/annotation/edit-name'
import { boxShape, Draw, rotatedBoxShape } from './driver.ts'

const STANDING = { kind: 'rotated-box', box: { center: { x: 120, y: 140 }, width: 80, height: 40, angle: 90 } }

test('the base edge is dragged, the pointer makes the width, and a click ends the box', () => {
  const draw = new Draw('rotated-box').drag(100, 100, 100, 180).move(60, 120).move(140, 150).click(140, 150)

  expect(draw.outlines).toEqual([STANDING])
  expect(draw.armed).toEqual({ tool: 'rotated-box', state: { at: 'idle' } })
})

test('three clicks draw the same box', () => {
  expect(new Draw('rotated-box').click(100, 100).click(100, 180).click(140, 150).outlines).toEqual([STANDING])
})

test('the top of the object is the drawn edge, or lies opposite when the pointer is above it', () => {
  const below = new Draw('rotated-box').drag(100, 100, 200, 100).click(150, 130)
  const above = new Draw('rotated-box').drag(100, 100, 200, 100).click(150, 70)

  expect([...below.outlines, ...above.outlines]).toEqual([
    { kind: 'rotated-box', box: { center: { x: 150, y: 115 }, width: 100, height: 30, angle: 0 } },
    { kind: 'rotated-box', box: { center: { x: 150, y: 85 }, width: 100, height: 30, angle: 0 } },
  ])
})

test('Shift turns the base in steps of 15°', () => {
  const draw = new Draw('rotated-box').holding({ shift: true }).drag(100, 100, 197, 129).holding({}).click(100, 200)

  expect(draw.outlines).toMatchObject([{ box: { angle: 15 } }])
})

test('Backspace takes the base back and then its first point, Escape discards all', () => {
  const draw = new Draw('rotated-box').click(50, 50).click(90, 90).press('back').move(100, 180)
  expect(draw.armed).toMatchObject({ state: { at: 'open', from: { x: 50, y: 50 }, to: { x: 100, y: 180 } } })

  expect(draw.press('back').armed).toMatchObject({ state: { at: 'idle' } })
  expect(draw.click(100, 100).click(100, 180).press('cancel').click(140, 150).commits).toEqual([])
})

test('a double click ends no box without a width, and a thin one is handed back as a slip', () => {
  const draw = new Draw('rotated-box').drag(100, 100, 200, 100).click(150, 100)
  expect(draw.armed).toMatchObject({ state: { at: 'wide' } })

  expect(draw.click(150, 102).slips).toHaveLength(1)
  expect(draw.commits).toEqual([])
})

test('the corners of a box may leave the image, its centre stays inside', () => {
  const draw = new Draw('rotated-box').drag(600, 300, 640, 340).click(640, 60)

  expect(draw.outlines).toMatchObject([{ box: { center: { x: 640, y: 300 }, angle: 45 } }])
})

const box = boxShape('box', [100, 100, 200, 160])
const turned = rotatedBoxShape('turned', { center: { x: 300, y: 200 }, width: 100, height: 40, angle: 90 })

test('the handle above a box turns it into a rotated one, in one step', () => {
  const draw = new Draw('select', box).select('box').drag(150, 80, 200, 130)

  expect(draw.commits).toMatchObject([{ kind: 'edit', label: editName('edit-turn', { kind: kindName('box') }) }])
  expect(draw.shape('box')).toMatchObject({
    kind: 'rotated-box',
    box: { center: { x: 150, y: 130 }, width: 100, height: 60, angle: 90 },
  })
})

test('Shift turns in steps of 15°, and a handle that comes back turns nothing', () => {
  const draw = new Draw('select', box).select('box').holding({ shift: true })

  expect(draw.drag(150, 80, 181, 84).shape('box')).toMatchObject({ box: { angle: 30 } })
  expect(new Draw('select', box).select('box').down(150, 80).move(190, 100).move(150, 80).up(150, 80).commits).toEqual(
    [],
  )
})

test('a project without rotated boxes has no such handle', () => {
  const draw = new Draw('select', box).select('box')
  draw.options = { ...draw.options, canTurn: false }

  expect(draw.drag(150, 80, 200, 130).turn(5).press('settle').commits).toEqual([])
})

test('keys turn the selected boxes; held down they are one step', () => {
  const draw = new Draw('select', box, turned).select('box').turn(1).turn(1).turn(-0.1).press('settle')

  expect(draw.commits).toMatchObject([{ label: editName('edit-turn', { kind: kindName('box') }) }])
  expect(draw.shape('box')).toMatchObject({ kind: 'rotated-box', box: { angle: 1.9 } })
})

test('the handles of a turned box pull along its own sides, and the opposite side stays', () => {
  const draw = new Draw('select', turned).select('turned').drag(300, 250, 310, 270)

  expect(draw.commits).toMatchObject([{ label: editName('edit-resize', { kind: kindName('rotated-box') }) }])
  expect(draw.shape('turned')).toMatchObject({ box: { center: { x: 300, y: 210 }, width: 120, height: 40, angle: 90 } })
})

test('Alt keeps the centre of a turned box, Shift its proportions', () => {
  const centred = new Draw('select', turned).select('turned').holding({ alt: true }).drag(300, 250, 300, 260)
  const alike = new Draw('select', turned).select('turned').holding({ shift: true }).drag(300, 250, 300, 300)

  expect(centred.shape('turned')).toMatchObject({ box: { center: { x: 300, y: 200 }, width: 120, height: 40 } })
  expect(alike.shape('turned')).toMatchObject({ box: { width: 150, height: 60 } })
})

test('Ctrl and the arrows resize boxes, turned ones along their own sides', () => {
  const draw = new Draw('select', box).select('box').grow(10, 0).grow(0, -1).press('settle')
  const other = new Draw('select', turned).select('turned').grow(10, 0).press('settle')

  expect(draw.commits).toMatchObject([{ label: editName('edit-resize', { kind: kindName('box') }) }])
  expect(draw.shape('box')).toMatchObject({ box: { x0: 100, y0: 100, x1: 210, y1: 159 } })
  expect(other.shape('turned')).toMatchObject({ box: { center: { x: 300, y: 205 }, width: 110, height: 40 } })
})

test('keys that do something else end the step that was under way', () => {
  const draw = new Draw('select', box).select('box').nudge(1, 0).turn(1).press('settle')

  expect(draw.commits).toMatchObject([
    { label: editName('edit-move', { kind: kindName('box') }) },
    { label: editName('edit-turn', { kind: kindName('box') }) },
  ])
  expect(draw.shape('box')).toMatchObject({ box: { center: { x: 151, y: 130 }, angle: 1 } })
})

test('a turned box is moved until its centre is at the border', () => {
  expect(new Draw('select', turned).select('turned').drag(300, 200, 900, 210).shape('turned')).toMatchObject({
    box: { center: { x: 640, y: 210 } },
  })
})
