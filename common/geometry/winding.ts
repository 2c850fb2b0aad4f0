import { type Box, boxContains } from './box.ts'
import { at, type Ring, type Rings, ringsBounds, ringsContain, signedRingArea } from './polygon.ts'

/** Distance of the probe from its edge, as a fraction of the edge's length. */
const NUDGE = 1e-6

interface Point {
  readonly x: number
  readonly y: number
}

interface Outline {
  readonly ring: Ring
  readonly index: number
  readonly area: number
  readonly bounds: Box
  /** A point just inside the ring. */
  readonly probe: Point
}

/**
 * Returns the same rings with outer ones clockwise on screen and holes counter-clockwise, so that signed areas add up.
 * The number of rings around each one decides (even-odd).
 */
export function windRings(rings: Rings): Rings {
  const holes = findHoles(rings.map(outlineOf))
  return rings.map((ring, index) => (signedRingArea(ring) < 0 === holes.has(index) ? ring : reversed(ring)))
}

/** Sweeps downwards and keeps only the rings at the height of the probe: a noisy mask has tens of thousands. */
function findHoles(outlines: readonly Outline[]): ReadonlySet<number> {
  const holes = new Set<number>()
  const waiting = outlines.toSorted((a, b) => b.bounds.y0 - a.bounds.y0)
  let open: Outline[] = []
  for (const outline of outlines.toSorted((a, b) => a.probe.y - b.probe.y)) {
    const { y } = outline.probe
    open = open.filter(({ bounds }) => bounds.y1 > y)
    for (let next = waiting.at(-1); next && next.bounds.y0 <= y; next = waiting.at(-1)) {
      open.push(next)
      waiting.pop()
    }
    if (open.filter((other) => liesAround(other, outline)).length % 2 === 1) holes.add(outline.index)
  }
  return holes
}

/** Of two equal rings the earlier one counts as the outer. */
function liesAround(outer: Outline, inner: Outline): boolean {
  const rank = Math.abs(outer.area) - Math.abs(inner.area) || inner.index - outer.index
  return rank > 0 && boxContains(outer.bounds, inner.probe) && ringsContain([outer.ring], inner.probe)
}

function outlineOf(ring: Ring, index: number): Outline {
  const area = signedRingArea(ring)
  return { ring, index, area, bounds: ringsBounds([ring]), probe: pointJustInside(ring, area) }
}

/** Returns the ring in the opposite direction from the same first point. */
function reversed(ring: Ring): Ring {
  const turned = ring.slice(0, 2)
  for (let i = ring.length - 2; i > 0; i -= 2) turned.push(at(ring, i), at(ring, i + 1))
  return turned
}

/** Returns a point beside the middle of the longest edge, inside this ring. */
function pointJustInside(ring: Ring, area: number): Point {
  let longest = { length: -1, x: 0, y: 0, dx: 0, dy: 0 }
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [x, y] = [at(ring, j), at(ring, j + 1)]
    const [dx, dy] = [at(ring, i) - x, at(ring, i + 1) - y]
    const length = Math.hypot(dx, dy)
    if (length > longest.length) longest = { length, x, y, dx, dy }
  }
  const nudge = area < 0 ? -NUDGE : NUDGE
  return {
    x: longest.x + longest.dx / 2 - longest.dy * nudge,
    y: longest.y + longest.dy / 2 + longest.dx * nudge,
  }
}
