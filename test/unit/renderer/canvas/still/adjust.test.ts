import { expect, test } from 'vitest'
import { adjustmentTable, isUnadjusted, UNADJUSTED, windowTable } from '#renderer/canvas/still/adjust'

const shown = (adjust: Partial<typeof UNADJUSTED>, ...values: readonly number[]) => {
  const [before, after] = [windowTable(adjust.window), adjustmentTable({ ...UNADJUSTED, ...adjust })]
  return values.map((value) => after[before[value] ?? 0])
}

test('an image without adjustments is shown unchanged', () => {
  const values = Array.from({ length: 256 }, (_, i) => i)
  expect(shown({}, ...values)).toEqual(values)
  expect(isUnadjusted(UNADJUSTED)).toBe(true)
  for (const part of [
    { channel: 'blue' },
    { localContrast: 0.01 },
    { gamma: 1.1 },
    { window: { from: 0, to: 0.9 } },
  ] as const)
    expect(isUnadjusted({ ...UNADJUSTED, ...part })).toBe(false)
})

test('inversion comes first, contrast pivots on middle grey, brightness is added', () => {
  expect(shown({ brightness: 0.2 }, 0, 100, 250)).toEqual([51, 151, 255])
  expect(shown({ contrast: 3 }, 0, 100, 200, 255)).toEqual([0, 45, 255, 255])
  expect(shown({ isInverted: true, brightness: 0.2 }, 0, 255)).toEqual([255, 51])
})

test('gamma above 1 lightens the shadows, and a window stretches the values in it', () => {
  expect(shown({ gamma: 2 }, 0, 64, 255)).toEqual([0, 128, 255])
  expect(shown({ window: { from: 0.2, to: 0.6 } }, 40, 102, 200)).toEqual([0, 128, 255])
})
