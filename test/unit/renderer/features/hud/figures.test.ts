import { expect, test } from 'vitest'
import { type Frame, frameFigures, stopwatch, withFrame } from '#renderer/features/hud/figures'

test('reports the median, 95th percentile and maximum frame of the last five seconds', () => {
  let frames: readonly Frame[] = [{ at: 0, ms: 900 }]
  for (let nth = 1; nth <= 100; nth += 1) frames = withFrame(frames, { at: 5000 + nth, ms: nth })

  expect(frames).toHaveLength(100)
  expect(frameFigures(frames)).toEqual({ p50: 50, p95: 95, worst: 100 })
  expect(frameFigures([])).toBeUndefined()
})

test('the current work is timed to its end, and again when it changes', () => {
  const watch = stopwatch()
  watch.see('one', 100)
  watch.see('one', 150)
  expect(watch.last()).toBeUndefined()

  watch.see(undefined, 180)
  expect(watch.last()).toBe(80)

  watch.see('two', 200)
  watch.see('three', 300)
  watch.see(undefined, 310)
  expect(watch.last()).toBe(10)
})
