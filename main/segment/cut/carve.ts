import { emptyMask, fillRings, type Mask, maskArea, maskIou } from '#common/geometry/mask'
import { type Rings, ringsBounds } from '#common/geometry/polygon'
import { levelOf, type Pyramid } from '../image/raster.ts'
import { intoWindow, type Place, touching, type Window, windowAround } from '../image/window.ts'
import type { Guess, Wish } from '../proposals/guesses.ts'
import { apartness } from './apartness.ts'
import { type ColourModel, cellsOf, colourModel } from './colour-model.ts'
import { cut, cutInDoubt, graphOf, priceScale, UNITS } from './cutter.ts'
import { signedDistance } from './distance.ts'
import { BACKGROUND, OBJECT, OPEN, openPlot } from './open-plot.ts'
import type { Plot } from './plot.ts'
import { tidied } from './tidy.ts'

/** An object on a window, which may be coarser than the image. */
export interface Carved {
  readonly window: Window
  readonly mask: Mask
  readonly colours: ColourModel
}

export interface Carving {
  readonly best: Carved
  /** Returns the object with slightly more evidence in its favour; `tight` with slightly less. */
  readonly loose: () => Carved
  readonly tight: () => Carved
  /** IoU of the loose and the tight object, 0…1. */
  readonly stability: number
}

const MOST_PIXELS = 24_000
const MARGIN = 0.25
const LEAST_MARGIN = 4
/** A border between two equal pixels costs seven nats. */
const BORDER = priceScale(7)
/**
 * Weight of the guess as evidence for and against a pixel, and the fraction of its extent over which that fades at its
 * border.
 */
const TRUST = 2
const SOFTNESS = 0.12
/** Change of evidence for the loose and the tight object, in nats. */
const DOUBT = 1

/** Cuts out the wanted object along the edges near the guess. */
export function carve(pyramid: Pyramid, wish: Wish, guess: Guess): Carving {
  const window = windowFor(pyramid, wish, guess)
  const first = drawn(window, guess)
  const trust = trustIn(first)
  const state = stateOf(trust, window, wish)
  const plot = openPlot(window, state)
  const against = apartness(pyramid, window, { ...wish, belongs: anchorsOf(trust, window, wish) })
  const colours = colourModel(pyramid, window, first)
  const known = opinions(plot, trust, against)
  const cells = cellsOf(levelOf(pyramid, window.level), window, plot)
  const evidence = new Int32Array(cells.length).map((_, node) => {
    return Math.round(((colours[cells[node] ?? 0] ?? 0) + (known[node] ?? 0)) * UNITS)
  })
  const graph = graphOf(pyramid, window, { plot, scale: BORDER })
  const side = cut(graph, evidence)
  const doubted = cutInDoubt(graph, side, DOUBT * UNITS)
  const [loose, tight] = [decided(state, plot, doubted.loose), decided(state, plot, doubted.tight)]
  const clicks = wish.belongs.map((place) => intoWindow(window, place))
  const kept = (mask: Mask) => ({ window, mask: tidied(mask, clicks), colours })
  return {
    best: kept(decided(state, plot, side)),
    loose: () => kept(loose),
    tight: () => kept(tight),
    stability: maskIou(loose, tight),
  }
}

/** Returns where the object certainly is: at the clicks, or else in the middle of the guess. */
function anchorsOf(trust: Float32Array, { level, left, top, width }: Window, { belongs }: Wish): readonly Place[] {
  if (belongs.length > 0) return belongs
  const deepest = trust.reduce((best, here, i) => (here > (trust[best] ?? 0) ? i : best), 0)
  const place = { x: left + (deepest % width) + 0.5, y: top + Math.floor(deepest / width) + 0.5 }
  return [{ x: place.x * 2 ** level, y: place.y * 2 ** level }]
}

function decided(state: Uint8Array, { width, height, columns, rows }: Plot, side: Uint8Array): Mask {
  const data = state.slice()
  for (let node = 0; node < side.length; node++) {
    data[(rows[node] ?? 0) * width + (columns[node] ?? 0)] = side[node] ?? 0
  }
  return { width, height, data }
}

/** Returns the evidence for every node from the guess and the clicks, in nats. */
function opinions({ width, columns, rows }: Plot, trust: Float32Array, against?: Float32Array): Float32Array {
  return new Float32Array(columns.length).map((_, node) => {
    const pixel = (rows[node] ?? 0) * width + (columns[node] ?? 0)
    return clamped(TRUST * (trust[pixel] ?? 0)) - (against?.[pixel] ?? 0)
  })
}

function clamped(trust: number): number {
  return Math.max(-2 * TRUST, Math.min(TRUST, trust))
}

function windowFor(pyramid: Pyramid, { belongs }: Wish, { added }: Guess): Window {
  const { x0, y0, x1, y1 } = ringsBounds([...added.flat(), belongs.flatMap(({ x, y }) => [x, y])])
  const margin = Math.max(LEAST_MARGIN, MARGIN * Math.max(x1 - x0, y1 - y0))
  return windowAround(pyramid, { x0: x0 - margin, y0: y0 - margin, x1: x1 + margin, y1: y1 + margin }, MOST_PIXELS)
}

function drawn(window: Window, { added, removed }: Guess): Mask {
  const mask = emptyMask(window)
  for (const rings of added) paint(mask, maskIn(window, rings), 1)
  for (const rings of removed) paint(mask, maskIn(window, rings), 0)
  return mask
}

function paint(mask: Mask, where: Mask, value: 0 | 1): void {
  for (let i = 0; i < mask.data.length; i++) if (where.data[i] === 1) mask.data[i] = value
}

function maskIn({ level, left, top, width, height }: Window, rings: Rings): Mask {
  const inWindow = (value: number, i: number) => value / 2 ** level - (i % 2 === 0 ? left : top)
  return fillRings(
    rings.map((ring) => ring.map(inWindow)),
    { width, height },
  )
}

/** Returns the distance to the border of the guess, divided by its plausible error; positive inside. */
function trustIn(first: Mask): Float32Array {
  const softness = 1 + SOFTNESS * Math.sqrt(maskArea(first))
  return signedDistance(first).map((distance) => distance / softness)
}

/** At greater distances from the border every pixel is decided. */
const CERTAIN = 2.2

/** Pixels far from the border of the guess, outside the limits or under a click are decided. */
function stateOf(trust: Float32Array, window: Window, { belongs, apart, limits }: Wish): Uint8Array {
  const state = new Uint8Array(trust.length)
  const isInside = touching(window, limits)
  for (let row = 0, i = 0; row < window.height; row++) {
    for (let column = 0; column < window.width; column++, i++) {
      const here = trust[i] ?? 0
      const known = here < -CERTAIN ? BACKGROUND : here > CERTAIN ? OBJECT : OPEN
      state[i] = isInside(column, row) ? known : BACKGROUND
    }
  }
  for (const place of apart) stamp(state, window, { place, value: BACKGROUND })
  for (const place of belongs) stamp(state, window, { place, value: OBJECT })
  return state
}

const CLICK_RADIUS = 0.006

/** Decides the pixels of a small disc around a click. */
function stamp(state: Uint8Array, window: Window, { place, value }: { place: Place; value: number }): void {
  const { width, height } = window
  const { x, y } = intoWindow(window, place)
  const radius = 0.5 + Math.max(1, CLICK_RADIUS * Math.max(width, height))
  for (let row = Math.max(0, Math.floor(y - radius)); row <= Math.min(height - 1, y + radius); row++) {
    for (let column = Math.max(0, Math.floor(x - radius)); column <= Math.min(width - 1, x + radius); column++) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) <= radius) state[row * width + column] = value
    }
  }
}
