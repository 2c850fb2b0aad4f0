import { expect, test } from 'vitest'
import { Draw } from './driver.ts'

const triangle = { kind: 'polygon', rings: [[10, 10, 110, 10, 60, 90]] }
const threeClicks = () => new Draw('polygon').click(10, 10).click(110, 10).click(60, 90)

test('Enter closes the outline', () => {
  expect(threeClicks().press('enter').outlines).toEqual([triangle])
})

test('a click on the first vertex closes the outline', () => {
  expect(threeClicks().click(16, 14).outlines).toEqual([triangle])
})

test('a double click adds its point once and closes the outline', () => {
  const draw = new Draw('polygon').click(10, 10).click(110, 10).click(60, 90).down(60, 90, { clicks: 2 })

  expect(draw.outlines).toEqual([triangle])
})

test('Backspace undoes the last vertex, Ctrl+Shift+Z redoes it', () => {
  const draw = threeClicks().click(300, 300).press('back').press('back').press('again').press('enter')

  expect(draw.outlines).toEqual([triangle])
})

test('adding a vertex after an undo clears the redo', () => {
  const draw = threeClicks().press('back').click(60, 90).press('again', 'enter')

  expect(draw.outlines).toEqual([triangle])
})

test('undoing the first vertex ends the drawing', () => {
  expect(new Draw('polygon').click(10, 10).press('back').armed).toEqual({ tool: 'polygon', state: { at: 'idle' } })
})

test('two points are not yet a polygon', () => {
  const draw = new Draw('polygon').click(10, 10).click(110, 10).press('enter')

  expect(draw.commits).toEqual([])
  expect(draw.armed).toMatchObject({ state: { at: 'drawing' } })
})

test('Escape discards the drawing', () => {
  expect(threeClicks().press('cancel', 'enter').commits).toEqual([])
})

test('vertices outside the image are placed on its border', () => {
  const draw = new Draw('polygon').click(-20, 10).click(700, 10).click(60, 500).press('enter')

  expect(draw.outlines).toEqual([{ kind: 'polygon', rings: [[0, 10, 640, 10, 60, 480]] }])
})

test('an outline under 3 × 3 pixels is reported as a slip', () => {
  const draw = new Draw('polygon')
  draw.options = { ...draw.options, scale: 20 }
  draw.click(10, 10).click(12, 10).click(11, 12).press('enter')

  expect(draw.commits).toEqual([])
  expect(draw.slips).toHaveLength(1)
})

test('Ctrl limits the next vertex to eight directions', () => {
  const draw = new Draw('polygon').click(10, 10).holding({ ctrl: true }).click(110, 13).click(108, 100)

  expect(draw.press('enter').outlines).toEqual([{ kind: 'polygon', rings: [[10, 10, 110, 10, 110, 100]] }])
})

test('Shift traces an outline freehand, which closes at its first vertex', () => {
  const draw = new Draw('polygon').holding({ shift: true }).down(10, 10)
  for (let x = 13; x <= 110; x += 3) draw.move(x, 10)
  for (let y = 13; y <= 90; y += 3) draw.move(110, y)
  draw.up(110, 90).holding({}).click(12, 90).click(11, 12)

  expect(draw.outlines).toEqual([{ kind: 'polygon', rings: [[10, 10, 106, 10, 110, 13, 110, 88, 12, 90]] }])
})
