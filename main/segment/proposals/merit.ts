import type { Ring } from '#common/geometry/polygon'
import { COARSE, cellAt } from '../image/histogram.ts'
import { type Palette, paletteOf, sharedMass } from '../image/palette.ts'
import type { ClosedPath, PolarCosts } from './closed-path.ts'
import { type PolarView, RAYS, radiusOf } from './polar.ts'
import { solidity } from './solidity.ts'

/**
 * How much a contour resembles the border of an object, 1 at most, in two readings: for objects of many parts and of
 * one.
 */
export interface Merit {
  readonly merit: number
  /** The reading for an object without strong edges inside. */
  readonly calmMerit: number
}

/** Penalties for borders without edges, between similar colors, of jagged shape, and with edges inside. */
const [COST, COLOUR, SHAPE, UNREST, CALM_UNREST] = [0.5, 0.3, 0.8, 0.06, 0.36]

/** The known surroundings of a pole. */
export interface Surroundings {
  readonly view: PolarView
  readonly palette: Palette
  /** Palette number of each sample's color. */
  readonly colours: Uint16Array
  /** Relative area of a sample on each ring, and of all samples of a ray before a ring. */
  readonly areas: Float32Array
  readonly areasBefore: Float64Array
  /** By ray and ring: sum over the samples before it of their edge fraction times their area. */
  readonly unrestBefore: Float64Array
}

export function surroundings(view: PolarView, { across, along }: PolarCosts): Surroundings {
  const { rings } = view
  const cells = new Uint16Array(RAYS * rings)
  for (let at = 0; at < cells.length; at++) cells[at] = cellAt(view.rgb, at, COARSE)
  const palette = paletteOf(cells, COARSE)
  const areas = Float32Array.from({ length: rings }, (_, ring) => radiusOf(ring) ** 2)
  const areasBefore = new Float64Array(rings)
  for (let ring = 1; ring < rings; ring++) areasBefore[ring] = (areasBefore[ring - 1] ?? 0) + (areas[ring - 1] ?? 0)
  const unrestBefore = new Float64Array(RAYS * rings)
  for (let at = 0; at < RAYS * rings - 1; at++) {
    const ring = at % rings
    if (ring === rings - 1) continue
    const price = Math.min(1, across[at] ?? 1, along[at] ?? 1)
    unrestBefore[at + 1] = (unrestBefore[at] ?? 0) + (1 - price) * (areas[ring] ?? 0)
  }
  const colours = cells.map((cell) => palette.numberOf[cell] ?? 0)
  return { view, palette, colours, areas, areasBefore, unrestBefore }
}

export function meritOf(around: Surroundings, path: ClosedPath, ring: Ring): Merit {
  const flaws = COST * path.cost + COLOUR * commonColours(around, path) + SHAPE * (1 - solidity(ring))
  const unrest = unrestInside(around, path)
  return { merit: 1 - flaws - UNREST * unrest, calmMerit: 1 - flaws - CALM_UNREST * unrest }
}

/** Number of rings around a contour whose colors are compared with those inside. */
const BAND = 7

/** Returns how much the colors inside and in a band around overlap, 0…1. */
function commonColours({ view, palette, colours, areas }: Surroundings, path: ClosedPath): number {
  const { rings, reach } = view
  const [inside, outside] = [new Float32Array(palette.size), new Float32Array(palette.size)]
  for (let ray = 0; ray < RAYS; ray++) {
    const edge = path.rings[ray] ?? 0
    const end = Math.min(reach[ray] ?? 0, edge + BAND)
    for (let ring = 0; ring < end; ring++) {
      const colour = colours[ray * rings + ring] ?? 0
      const counts = ring <= edge ? inside : outside
      counts[colour] = (counts[colour] ?? 0) + (areas[ring] ?? 0)
    }
  }
  return sharedMass(palette, inside, outside)
}

/** Returns the fraction of the inside that lies on edges, 0…1. */
function unrestInside({ view: { rings }, areasBefore, unrestBefore }: Surroundings, path: ClosedPath): number {
  let [unrest, area] = [0, 0]
  for (let ray = 0; ray < RAYS; ray++) {
    const end = Math.max(0, (path.rings[ray] ?? 0) - 2)
    unrest += unrestBefore[ray * rings + end] ?? 0
    area += areasBefore[end] ?? 0
  }
  return area === 0 ? 0 : unrest / area
}
