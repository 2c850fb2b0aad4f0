import { expect, test } from 'vitest'
import { Draw } from './driver.ts'

const box = (x0: number, y0: number, x1: number, y1: number) => ({ kind: 'box', box: { x0, y0, x1, y1 } })

test('a drag draws a box', () => {
  expect(new Draw('box').drag(10, 10, 60, 40).outlines).toEqual([box(10, 10, 60, 40)])
})

test('a drag to the top left draws the same box', () => {
  expect(new Draw('box').drag(60, 40, 10, 10).outlines).toEqual([box(10, 10, 60, 40)])
})

test('a click opens a box and the next click closes it', () => {
  const draw = new Draw('box').click(10, 10).move(50, 50)
  expect(draw.outlines).toEqual([])

  expect(draw.move(60, 40).click(60, 40).outlines).toEqual([box(10, 10, 60, 40)])
})

test('a press that moves less than four pixels is a click', () => {
  expect(new Draw('box').down(10, 10).move(12, 11).up(12, 11).click(60, 40).outlines).toEqual([box(10, 10, 60, 40)])
})

test('a drag after a stray click draws from the start of the drag', () => {
  expect(new Draw('box').click(300, 300).drag(10, 10, 60, 40).outlines).toEqual([box(10, 10, 60, 40)])
})

test('Shift makes a square', () => {
  expect(new Draw('box').holding({ shift: true }).drag(10, 10, 60, 40).outlines).toEqual([box(10, 10, 60, 60)])
})

test('Alt draws from the middle', () => {
  expect(new Draw('box').holding({ alt: true }).drag(100, 100, 120, 110).outlines).toEqual([box(80, 90, 120, 110)])
})

test('a square at the border stays a square inside the image', () => {
  expect(new Draw('box').holding({ shift: true }).drag(600, 460, 700, 500).outlines).toEqual([box(600, 460, 620, 480)])
})

test('a box ends at the border of the image', () => {
  expect(new Draw('box').drag(600, 400, 900, 700).outlines).toEqual([box(600, 400, 640, 480)])
  expect(new Draw('box').drag(-50, -20, 30, 30).outlines).toEqual([box(0, 0, 30, 30)])
})

test('a box under 3 × 3 pixels is reported as a slip', () => {
  const draw = new Draw('box')
  draw.options = { ...draw.options, scale: 10 }

  expect(draw.drag(10, 10, 12, 40).commits).toEqual([])
  expect(draw.slips).toEqual([box(10, 10, 12, 40)])
})

test('Escape discards the unfinished box', () => {
  expect(new Draw('box').down(10, 10).move(60, 40).press('cancel').up(60, 40).commits).toEqual([])
})

test('the second button draws nothing', () => {
  expect(new Draw('box').down(10, 10, { button: 'second' }).move(60, 40).up(60, 40).commits).toEqual([])
})
