import { expect, test } from 'vitest'
import { editName, kindName } from '#common/annotation/edit-name'
import { Draw, pointShape } from './driver.ts'

test('one click is one point, inside the image', () => {
  expect(new Draw('point').click(10, 20).click(700, 30).outlines).toEqual([
    { kind: 'point', at: { x: 10, y: 20 } },
    { kind: 'point', at: { x: 640, y: 30 } },
  ])
})

test('a double click is one point', () => {
  expect(new Draw('point').click(10, 20).click(10, 20, { clicks: 2 }).outlines).toHaveLength(1)
})

test('a point is picked within reach on screen, moved, and stays in the image', () => {
  const draw = new Draw('select', pointShape('point', 100, 100)).click(110, 100)
  expect(draw.selection).toEqual([])

  expect(draw.click(104, 100).selection).toHaveLength(1)
  expect(draw.drag(101, 100, 131, -50).shape('point')).toMatchObject({ at: { x: 130, y: 0 } })
  expect(draw.nudge(0, 10).press('settle').shape('point')).toMatchObject({ at: { x: 130, y: 10 } })
  expect(draw.commits).toMatchObject([
    { label: editName('edit-move', { kind: kindName('point') }) },
    { label: editName('edit-move', { kind: kindName('point') }) },
  ])
})

test('a marquee takes a point that lies in it', () => {
  const draw = new Draw('select', pointShape('point', 100, 100))

  expect(draw.drag(80, 80, 120, 120).selection).toHaveLength(1)
  expect(draw.drag(120, 120, 110, 110).selection).toEqual([])
  expect(draw.drag(120, 120, 90, 90).selection).toHaveLength(1)
})
