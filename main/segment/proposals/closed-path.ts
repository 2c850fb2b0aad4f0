/**
 * Costs for closed contours of a polar grid. A contour crosses every ray once, after some ring, and pays for every cell
 * side that it follows: faint edges are expensive, strong ones nearly free.
 */
export interface PolarCosts {
  readonly rays: number
  readonly rings: number
  /** Price of crossing ray `i` between rings `j` and `j + 1`, at `i · rings + j`; Infinity where forbidden. */
  readonly across: Float32Array
  /** Price of moving between rays `i − 1` and `i` along ring `j`. */
  readonly along: Float32Array
}

export interface ClosedPath {
  /** The ring after which the contour crosses each ray. */
  readonly rings: Int16Array
  /** Mean price of a cell side. */
  readonly cost: number
}

/** Above this price a side has no edge to start from. */
const FAINTEST = 0.8

interface Search {
  readonly costs: PolarCosts
  /** The ray on which a contour starts and ends. */
  readonly ray: number
  /** Lowest price to reach each ring of the current ray. */
  readonly price: Float64Array
  /** Ring of the previous ray from which each ring is reached. */
  readonly from: Int16Array
}

/** Contours that a contour between them must not cross: by turn, the ring after which each ray is crossed. */
interface Bounds {
  readonly inner: Int16Array
  readonly outer: Int16Array
}

/** Returns the cheapest contour through each local edge maximum of a ray. */
export function closedPaths(costs: PolarCosts, ray: number): readonly ClosedPath[] {
  const { rays, rings } = costs
  const search = { costs, ray, price: new Float64Array(rings), from: new Int16Array((rays + 1) * rings) }
  const found: ClosedPath[] = []
  const whole = { inner: new Int16Array(rays + 1), outer: new Int16Array(rays + 1).fill(rings - 1) }
  between(edgesOn(costs, ray), whole)
  return found

  /** Cheapest contours do not cross, so the one through the middle edge halves the search for the others. */
  function between(edges: readonly number[], { inner, outer }: Bounds): void {
    const middle = edges.length >> 1
    const ring = edges[middle]
    if (ring === undefined) return
    const total = priceThrough(search, ring, { inner, outer })
    const turns = walkBack(search, ring)
    between(edges.slice(0, middle), { inner, outer: turns })
    if (Number.isFinite(total)) found.push(closedPath(search, turns, total))
    between(edges.slice(middle + 1), { inner: turns, outer })
  }
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

/** Finds the cheapest way around from a ring back to itself. Returns its price. */
function priceThrough(search: Search, ring: number, { inner, outer }: Bounds): number {
  const { costs, price } = search
  price.fill(Infinity)
  price[ring] = 0
  for (let turn = 1; turn <= costs.rays; turn++) {
    const [innerBefore, innerNow] = [inner[turn - 1] ?? 0, inner[turn] ?? 0]
    const [outerBefore, outerNow] = [outer[turn - 1] ?? 0, outer[turn] ?? 0]
    advance(search, turn, { first: Math.min(innerBefore, innerNow), last: Math.max(outerBefore, outerNow) })
    for (let j = innerBefore; j < innerNow; j++) price[j] = Infinity
    for (let j = outerBefore; j > outerNow; j--) price[j] = Infinity
  }
  return price[ring] ?? Infinity
}

/**
 * Advances by one ray. A run along a ray costs the sum of its sides, so one pass outwards and one inwards find the best
 * runs.
 */
function advance({ costs, ray, price, from }: Search, turn: number, { first, last }: Span): void {
  const { rays, rings, across, along } = costs
  const row = ((ray + turn) % rays) * rings
  const origin = turn * rings
  let [before, source] = [price[first] ?? 0, first]
  from[origin + first] = first
  for (let ring = first + 1; ring <= last; ring++) {
    const total = before + (along[row + ring] ?? 0)
    before = price[ring] ?? 0
    if (total < before) {
      before = total
      price[ring] = total
    } else source = ring
    from[origin + ring] = source
  }
  for (let ring = last; ring > first; ring--) {
    const total = before + (along[row + ring] ?? 0)
    price[ring] = before + (across[row + ring] ?? 0)
    before = price[ring - 1] ?? 0
    if (total >= before) continue
    before = total
    from[origin + ring - 1] = from[origin + ring] ?? 0
  }
  price[first] = before + (across[row + first] ?? 0)
}

interface Span {
  readonly first: number
  readonly last: number
}

/** Returns, by turn, the rings of the path that ends on a ring. */
function walkBack({ costs, from }: Search, end: number): Int16Array {
  const { rays, rings } = costs
  const turns = new Int16Array(rays + 1)
  turns[rays] = end
  for (let turn = rays; turn > 0; turn--) turns[turn - 1] = from[turn * rings + (turns[turn] ?? 0)] ?? 0
  return turns
}

function closedPath({ costs: { rays }, ray }: Search, turns: Int16Array, total: number): ClosedPath {
  const rings = new Int16Array(rays)
  let sides = rays
  for (let turn = rays; turn > 0; turn--) {
    const ring = turns[turn] ?? 0
    rings[(ray + turn) % rays] = ring
    sides += Math.abs((turns[turn - 1] ?? 0) - ring)
  }
  return { rings, cost: total / sides }
}
