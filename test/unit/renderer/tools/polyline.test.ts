import { expect, test } from 'vitest'
import { editName, kindName } from '#common/annotation/edit-name'
import { Draw, polylineShape } from './driver.ts'

const twoClicks = () => new Draw('polyline').click(10, 10).click(110, 10)

test('Enter ends the line, and it stays open', () => {
  expect(twoClicks().click(60, 90).press('enter').outlines).toEqual([
    { kind: 'polyline', points: [10, 10, 110, 10, 60, 90] },
  ])
})

test('a double click sets its point once, ends the line and starts no other', () => {
  const draw = twoClicks().click(60, 90).down(60, 90, { clicks: 2 }).up(60, 90).down(60, 90, { clicks: 3 })

  expect(draw.outlines).toEqual([{ kind: 'polyline', points: [10, 10, 110, 10, 60, 90] }])
  expect(draw.armed).toEqual({ tool: 'polyline', state: { at: 'idle' } })
})

test('a click on the first point closes nothing', () => {
  expect(twoClicks().click(60, 90).click(10, 10).press('enter').outlines).toEqual([
    { kind: 'polyline', points: [10, 10, 110, 10, 60, 90, 10, 10] },
  ])
})

test('one point is no line yet, and Escape discards it', () => {
  expect(new Draw('polyline').click(10, 10).press('enter').armed).toMatchObject({ state: { at: 'drawing' } })
  expect(twoClicks().press('cancel', 'enter').commits).toEqual([])
})

test('Backspace takes the last point back, Ctrl+Shift+Z puts it again', () => {
  expect(twoClicks().click(300, 300).press('back', 'back', 'again', 'enter').outlines).toEqual([
    { kind: 'polyline', points: [10, 10, 110, 10] },
  ])
})

test('Ctrl leaves eight directions, and keeps the direction at the border of the image', () => {
  const draw = new Draw('polyline').click(100, 100).holding({ ctrl: true }).click(150, 108).click(200, 152)
  expect(draw.click(210, 900).press('enter').outlines).toEqual([
    { kind: 'polyline', points: [100, 100, 150, 100, 201, 151, 201, 480] },
  ])
})

test('Shift traces what the pointer runs along, straightened, and taken back as a whole', () => {
  const draw = new Draw('polyline').click(10, 10).holding({ shift: true })
  for (let x = 11; x <= 110; x += 3) draw.move(x, 10)
  for (let y = 11; y <= 90; y += 3) draw.move(110, y)
  draw.holding({}).move(110, 90).click(10, 90)

  expect(draw.press('back').armed).toMatchObject({ state: { points: [10, 10, 110, 10, 110, 89] } })
  expect(draw.press('back', 'again').armed).toMatchObject({ state: { points: [10, 10, 110, 10, 110, 89] } })
  expect(draw.press('enter').outlines).toEqual([{ kind: 'polyline', points: [10, 10, 110, 10, 110, 89] }])
})

test('a trace may be the whole of a line, from the press to where the button is let go', () => {
  const draw = new Draw('polyline').holding({ shift: true }).down(10, 10)
  for (let x = 12; x <= 100; x += 4) draw.move(x, 10)

  expect(draw.up(100, 10).press('enter').outlines).toEqual([{ kind: 'polyline', points: [10, 10, 100, 10] }])
})

test('the points of a selected line are moved, inserted and deleted; its ends are joined by no edge', () => {
  const draw = new Draw('select', polylineShape('line', [100, 100, 200, 100, 200, 200])).select('line')

  expect(draw.drag(200, 200, 220, 260).shape('line')).toMatchObject({ points: [100, 100, 200, 100, 220, 260] })
  expect(draw.drag(150, 100, 150, 80).shape('line')).toMatchObject({ points: [100, 100, 150, 80, 200, 100, 220, 260] })
  expect(draw.drag(160, 180, 170, 190).commits).toHaveLength(2)
  draw.select('line').holding({ alt: true }).click(150, 80).click(100, 100)
  expect(draw.shape('line')).toMatchObject({ points: [200, 100, 220, 260] })
  expect(draw.click(200, 100).shape('line')).toMatchObject({ points: [200, 100, 220, 260] })
})

test('a line is picked by its stroke alone and moved as a whole', () => {
  const draw = new Draw('select', polylineShape('line', [100, 100, 200, 100, 200, 200]))

  expect(draw.click(160, 150).selection).toEqual([])
  expect(draw.click(150, 103).selection).toHaveLength(1)
  expect(draw.nudge(5, 0).press('settle').shape('line')).toMatchObject({ points: [105, 100, 205, 100, 205, 200] })
  expect(draw.commits).toMatchObject([{ label: editName('edit-move', { kind: kindName('polyline') }) }])
})
