import { boxArea } from '#common/geometry/box'
import { traceMask } from '#common/geometry/contour'
import { levelOf, type Pyramid } from '../image/raster.ts'
import { intoWindow, type Place, type Window, windowAround } from '../image/window.ts'
import { labOf } from './lab.ts'
import { type Field, type Proposal, ringsArea } from './proposals.ts'

const MOST_PIXELS = 30_000
/** Number of flood levels, and levels per ΔE. */
const [LEVELS, PER_DELTA] = [80, 3]
/**
 * Weight of the contrast to the seed color against that to the neighbor. It is below one half, because skies and
 * walls change slowly.
 */
const SEED_SHARE = 0.3
const RISE = 6
const MOST_GROWTH = 1.03
/**
 * Found by experiment: a flooded area ranks below a good contour, and lower the more holes it has and when it covers
 * nearly everything.
 */
const [MERIT, RAGGEDNESS, UNREST, EXCESS] = [0.79, 0.003, 0.04, 0.3]
const USUAL_SHARE = 0.5
const [LEAST_SHARE, MOST_SHARE] = [0.002, 0.97]

/**
 * Returns the connected area of similar colors around a point, for skies, floors and other shapes that are not round.
 */
export function floodedArea(pyramid: Pyramid, place: Place, { limits }: Field): Proposal | undefined {
  const window = windowAround(pyramid, limits, MOST_PIXELS)
  const reached = waterLevels(pyramid, window, place)
  const still = stillLevel(reached)
  if (still < 0) return undefined
  const data = Uint8Array.from(reached, (level) => (level <= still ? 1 : 0))
  const scale = 2 ** window.level
  const rings = traceMask({ width: window.width, height: window.height, data }).map((ring) =>
    ring.map((value, i) => (value + (i % 2 === 0 ? window.left : window.top)) * scale),
  )
  const area = ringsArea(rings)
  const excess = Math.max(0, area / boxArea(limits) - USUAL_SHARE)
  const merit = MERIT - RAGGEDNESS * rings.length - EXCESS * excess
  return { rings, area, merit, calmMerit: merit - UNREST }
}

/** Returns the level at which a rising flood gains the least area; −1 if it never almost stops. */
function stillLevel(reached: Uint8Array): number {
  const areas = new Float64Array(LEVELS + 1)
  for (const level of reached) areas[level] = (areas[level] ?? 0) + 1
  for (let level = 1; level <= LEVELS; level++) areas[level] = (areas[level] ?? 0) + (areas[level - 1] ?? 0)
  let [best, least] = [-1, MOST_GROWTH]
  for (let level = 1; level + RISE < LEVELS; level++) {
    const area = areas[level] ?? 0
    const growth = (areas[level + RISE] ?? 0) / area
    const isArea = area >= LEAST_SHARE * reached.length && area <= MOST_SHARE * reached.length
    if (isArea && growth < least) [best, least] = [level, growth]
  }
  return best
}

/** Returns for each pixel the lowest level at which a flood from the point over color differences reaches it. */
function waterLevels(pyramid: Pyramid, window: Window, place: Place): Uint8Array {
  const { width, height } = window
  const lab = labOf(bytesOf(pyramid, window))
  const { x, y } = intoWindow(window, place)
  const seed = Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))
  const reached = new Uint8Array(width * height).fill(LEVELS)
  const open: number[][] = Array.from({ length: LEVELS }, () => [])
  reached[seed] = 0
  open[0]?.push(seed)
  for (let level = 0; level < LEVELS; level++) {
    const shore = open[level] ?? []
    for (let pixel = shore.pop(); pixel !== undefined; pixel = shore.pop()) {
      if (reached[pixel] === level) wetNeighbours(pixel, level)
    }
  }
  return reached

  function wetNeighbours(pixel: number, level: number): void {
    const column = pixel % width
    if (column > 0) wet(pixel, pixel - 1, level)
    if (column < width - 1) wet(pixel, pixel + 1, level)
    if (pixel >= width) wet(pixel, pixel - width, level)
    if (pixel < width * (height - 1)) wet(pixel, pixel + width, level)
  }

  function wet(from: number, to: number, level: number): void {
    const rise = SEED_SHARE * difference(lab, seed, to) + difference(lab, from, to)
    const needed = Math.max(level, Math.min(LEVELS, Math.floor(rise * PER_DELTA)))
    if (needed >= (reached[to] ?? 0)) return
    reached[to] = needed
    open[needed]?.push(to)
  }
}

function difference(lab: Float32Array, a: number, b: number): number {
  const light = (lab[3 * a] ?? 0) - (lab[3 * b] ?? 0)
  const green = (lab[3 * a + 1] ?? 0) - (lab[3 * b + 1] ?? 0)
  const blue = (lab[3 * a + 2] ?? 0) - (lab[3 * b + 2] ?? 0)
  return Math.sqrt(light * light + green * green + blue * blue)
}

function bytesOf(pyramid: Pyramid, window: Window): Uint8Array {
  const { width, data } = levelOf(pyramid, window.level)
  const bytes = new Uint8Array(window.width * window.height * 3)
  for (let row = 0; row < window.height; row++) {
    const from = ((window.top + row) * width + window.left) * 3
    bytes.set(data.subarray(from, from + window.width * 3), row * window.width * 3)
  }
  return bytes
}
