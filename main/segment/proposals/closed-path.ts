/**
 * The cheapest closed contours of a polar grid. A contour passes every ray once, after some ring; it pays for every side
 * of a cell that it runs along, so faint edges are dear and strong ones nearly free.
 */
export interface PolarCosts {
  readonly rays: number
  readonly rings: number
  /** The price of passing ray `i` between rings `j` and `j + 1`, at `i · rings + j`; Infinity where it must not. */
  readonly across: Float32Array
  /** The price of running between rays `i − 1` and `i` along ring `j`. */
  readonly along: Float32Array
}

export interface ClosedPath {
  /** The ring after which each ray is passed. */
  readonly rings: Int16Array
  /** Mean price of a side. */
  readonly cost: number
}

/** Where a side costs more than this there is no edge to start from. */
const FAINTEST = 0.8

interface Search {
  readonly costs: PolarCosts
  /** The ray that a contour starts on and ends on. */
  readonly ray: number
  /** The least price of reaching each ring on the present ray. */
  readonly price: Float64Array
  /** The ring on the ray before that the way to a ring came from. */
  readonly from: Int16Array
}

/** The cheapest contour through every place of a ray where an edge is stronger than just before and after. */
export function closedPaths(costs: PolarCosts, ray: number): readonly ClosedPath[] {
  const { rays, rings } = costs
  const search = { costs, ray, price: new Float64Array(rings), from: new Int16Array((rays + 1) * rings) }
  return edgesOn(costs, ray).flatMap((ring) => pathThrough(search, ring) ?? [])
}

function edgesOn({ rings, across }: PolarCosts, ray: number): number[] {
  const on = across.subarray(ray * rings, (ray + 1) * rings)
  const edges: number[] = []
  for (const [ring, price] of on.entries()) {
    const isLeast = price <= (on[ring - 1] ?? Infinity) && price <= (on[ring + 1] ?? Infinity)
    if (price < FAINTEST && isLeast) edges.push(ring)
  }
  return edges
}

function pathThrough(search: Search, ring: number): ClosedPath | undefined {
  const { costs, price } = search
  price.fill(Infinity)
  price[ring] = 0
  for (let turn = 1; turn <= costs.rays; turn++) advance(search, turn)
  const total = price[ring] ?? Infinity
  return Number.isFinite(total) ? walkBack(search, ring, total) : undefined
}

/** One ray on. A run along a ray costs the sum of its sides, so one pass outwards and one inwards find the best runs. */
function advance({ costs, ray, price, from }: Search, turn: number): void {
  const { rays, rings, across, along } = costs
  const row = ((ray + turn) % rays) * rings
  const origin = turn * rings
  from[origin] = 0
  for (let ring = 1; ring < rings; ring++) {
    const total = (price[ring - 1] ?? 0) + (along[row + ring] ?? 0)
    const isBetter = total < (price[ring] ?? 0)
    if (isBetter) price[ring] = total
    from[origin + ring] = isBetter ? (from[origin + ring - 1] ?? 0) : ring
  }
  for (let ring = rings - 1; ring > 0; ring--) {
    const total = (price[ring] ?? 0) + (along[row + ring] ?? 0)
    if (total >= (price[ring - 1] ?? 0)) continue
    price[ring - 1] = total
    from[origin + ring - 1] = from[origin + ring] ?? 0
  }
  for (let ring = 0; ring < rings; ring++) price[ring] = (price[ring] ?? 0) + (across[row + ring] ?? 0)
}

function walkBack({ costs, ray, from }: Search, start: number, total: number): ClosedPath {
  const { rays, rings } = costs
  const path = new Int16Array(rays)
  let [ring, sides] = [start, rays]
  for (let turn = rays; turn > 0; turn--) {
    path[(ray + turn) % rays] = ring
    const earlier = from[turn * rings + ring] ?? 0
    sides += Math.abs(earlier - ring)
    ring = earlier
  }
  return { rings: path, cost: total / sides }
}
