import type { Ring } from '#common/geometry/polygon'
import { COARSE, cellAt, density, emptyCounts, sharedMass } from '../picture/histogram.ts'
import type { ClosedPath, PolarCosts } from './closed-path.ts'
import { type PolarView, RAYS, radiusOf } from './polar.ts'
import { solidity } from './solidity.ts'

/** How much a contour is like the border of an object, 1 at most: two readings, for objects of many parts and of one. */
export interface Merit {
  readonly merit: number
  /** The same for somebody who means a thing without strong edges inside. */
  readonly calmMerit: number
}

/** What an object's border would not do: run where no edge is, part like colours, run in and out, hold edges inside. */
const [COST, COLOUR, SHAPE, UNREST, CALM_UNREST] = [0.5, 0.3, 0.8, 0.06, 0.36]

/** What is known of the surroundings of a pole. */
export interface Surroundings {
  readonly view: PolarView
  readonly costs: PolarCosts
  /** The colour cell of each sample. */
  readonly cells: Uint16Array
  /** The area of a sample on each ring, but for a factor. */
  readonly areas: Float32Array
}

export function surroundings(view: PolarView, costs: PolarCosts): Surroundings {
  const cells = Uint16Array.from({ length: RAYS * view.rings }, (_, at) => cellAt(view.rgb, at, COARSE))
  const areas = Float32Array.from({ length: view.rings }, (_, ring) => radiusOf(ring) ** 2)
  return { view, costs, cells, areas }
}

export function meritOf(around: Surroundings, path: ClosedPath, ring: Ring): Merit {
  const flaws = COST * path.cost + COLOUR * commonColours(around, path) + SHAPE * (1 - solidity(ring))
  const unrest = unrestInside(around, path)
  return { merit: 1 - flaws - UNREST * unrest, calmMerit: 1 - flaws - CALM_UNREST * unrest }
}

/** Rings around a contour whose colours are compared with those inside. */
const BAND = 7

/** How much the colours inside and those in a band around have in common, 0…1. */
function commonColours({ view: { rings, reach }, cells, areas }: Surroundings, path: ClosedPath): number {
  const [inside, outside] = [emptyCounts(COARSE), emptyCounts(COARSE)]
  for (let ray = 0; ray < RAYS; ray++) {
    const edge = path.rings[ray] ?? 0
    const end = Math.min(reach[ray] ?? 0, edge + BAND)
    for (let ring = 0; ring < end; ring++) {
      const cell = cells[ray * rings + ring] ?? 0
      const counts = ring <= edge ? inside : outside
      counts[cell] = (counts[cell] ?? 0) + (areas[ring] ?? 0)
    }
  }
  return sharedMass(density(inside, COARSE), density(outside, COARSE))
}

/** The share of the inside that lies on edges, 0…1. */
function unrestInside({ costs: { rings, across, along }, areas }: Surroundings, path: ClosedPath): number {
  let [unrest, area] = [0, 0]
  for (let ray = 0; ray < RAYS; ray++) {
    const end = (path.rings[ray] ?? 0) - 2
    for (let ring = 0; ring < end; ring++) {
      const price = Math.min(across[ray * rings + ring] ?? 1, along[ray * rings + ring] ?? 1)
      unrest += (1 - Math.min(1, price)) * (areas[ring] ?? 0)
      area += areas[ring] ?? 0
    }
  }
  return area === 0 ? 0 : unrest / area
}
