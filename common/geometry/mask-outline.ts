import { type MaskPixels, maskPixels, maskSpans, type Span } from './mask-spans.ts'
import type { MaskTiles } from './mask-tiles.ts'
import { at, type Ring, type Rings } from './polygon.ts'

const traced = new WeakMap<MaskTiles, Rings>()

/**
 * The borders of a mask along pixel edges, outer ones clockwise on screen, holes counter-clockwise; filling them gives the mask
 * again. Pixels that touch only at a corner are parts of their own. Costs as much as the borders are long, not as the mask is large,
 * and once for each list of tiles.
 */
export function ringsOfMask(tiles: MaskTiles): Rings {
  const there = traced.get(tiles)
  if (there) return there
  const rings = traceBorders(tiles)
  traced.set(tiles, rings)
  return rings
}

function traceBorders(tiles: MaskTiles): Rings {
  const spans = maskSpans(tiles)
  const has = maskPixels(tiles)
  const passed = new Set<number>()
  const rings: Ring[] = []
  for (const { x, y } of upperEdges(spans)) if (!passed.has(keyOf(x, y))) rings.push(traceRing(has, { x, y }, passed))
  return rings
}

interface Corner {
  readonly x: number
  readonly y: number
}

/** Where an upper edge of the mask begins, in reading order: every border has one. */
function* upperEdges(spans: readonly Span[]): Generator<Corner> {
  const rows = Map.groupBy(spans, ({ y }) => y)
  for (const [y, inRow] of rows) {
    const above = rows.get(y - 1) ?? []
    for (const { x0, x1 } of inRow) yield* openStarts({ y, x0, x1 }, above)
  }
}

/** The starts of the stretches of a span that nothing lies above. */
function* openStarts({ y, x0, x1 }: Span, above: readonly Span[]): Generator<Corner> {
  let x = x0
  for (const cover of above) {
    if (cover.x1 <= x) continue
    if (cover.x0 >= x1) break
    if (cover.x0 > x) yield { x, y }
    x = cover.x1
  }
  if (x < x1) yield { x, y }
}

/** By headings: right, down, left, up. The pixel ahead lies at the corner plus these. */
const STEP_X = [1, 0, -1, 0]
const STEP_Y = [0, 1, 0, -1]
const RIGHT_X = [0, -1, -1, 0]
const RIGHT_Y = [0, 0, -1, -1]
const LEFT_X = [0, 0, -1, -1]
const LEFT_Y = [-1, 0, 0, -1]

/** Walks from a corner to the right with the mask on the right hand until back where it began. */
function traceRing(has: MaskPixels, start: Corner, passed: Set<number>): Ring {
  const ring: number[] = []
  let [x, y, heading] = [start.x, start.y, 0]
  do {
    ring.push(x, y)
    if (heading === 0) passed.add(keyOf(x, y))
    let turn = 0
    while (turn === 0) {
      x += at(STEP_X, heading)
      y += at(STEP_Y, heading)
      turn = turnAt(has, { x, y }, heading)
    }
    heading = (heading + turn) % 4
  } while (x !== start.x || y !== start.y || heading !== 0)
  return ring
}

/** Quarter turns to the right: one where the mask ends ahead, three where it also lies ahead on the left. */
function turnAt(has: MaskPixels, { x, y }: Corner, heading: number): 0 | 1 | 3 {
  if (!has(x + at(RIGHT_X, heading), y + at(RIGHT_Y, heading))) return 1
  return has(x + at(LEFT_X, heading), y + at(LEFT_Y, heading)) ? 3 : 0
}

/** A million pixels to a side are more than any picture has. */
function keyOf(x: number, y: number): number {
  return y * 2 ** 21 + x
}
