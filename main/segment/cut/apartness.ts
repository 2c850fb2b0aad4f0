import { levelOf, type Pyramid } from '../image/raster.ts'
import { intoWindow, type Place, type Window } from '../image/window.ts'
import type { Wish } from '../proposals/guesses.ts'
import { spread } from './distance.ts'
import { contrast } from './plot.ts'

/** Maximum evidence against a pixel at an excluded point, in nats. */
const MOST = 3
/** Squared contrast that doubles the length of a step. */
const LONG_STEP = 100

/**
 * Returns for each pixel the evidence against it, in nats, because an excluded point is closer along similar colors
 * than any included point. Undefined when there are no excluded points.
 */
export function apartness(pyramid: Pyramid, window: Window, { belongs, apart }: Wish): Float32Array | undefined {
  if (apart.length === 0) return undefined
  const { width, data } = levelOf(pyramid, window.level)
  const pixel = (i: number) => (window.top + Math.floor(i / window.width)) * width + window.left + (i % window.width)
  const step = (a: number, b: number) => 1 + contrast(data, pixel(a), pixel(b)) / LONG_STEP
  const [near, far] = [reachOf(belongs), reachOf(apart)]
  return near.map((own, i) => {
    const other = far[i] ?? Infinity
    if (other >= own) return 0
    return own === Infinity ? MOST : (MOST * (own - other)) / (own + other)
  })

  function reachOf(places: readonly Place[]): Float32Array {
    const reach = new Float32Array(window.width * window.height).fill(Infinity)
    for (const place of places) {
      const { x, y } = intoWindow(window, place)
      const isInside = x >= 0 && y >= 0 && x < window.width && y < window.height
      if (isInside) reach[Math.floor(y) * window.width + Math.floor(x)] = 0
    }
    for (let round = 0; round < 2; round++) spread(reach, window, step)
    return reach
  }
}
