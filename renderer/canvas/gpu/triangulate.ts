import earcut, { flatten } from 'earcut'
import { at, type Ring, type Rings, ringsContain, signedRingArea } from '#common/geometry/polygon'
import { windRings } from '#common/geometry/winding'

/** Triangles that cover the inside of an outline. */
export interface Triangles {
  /** x, y of each corner, in image pixels. */
  readonly corners: readonly number[]
  /** Three corner indices per triangle. */
  readonly indices: readonly number[]
}

const known = new WeakMap<Rings, Triangles>()

/** Returns the triangles of an outline, cached per outline. Inexact where a ring crosses itself. */
export function trianglesOf(rings: Rings): Triangles {
  const last = known.get(rings)
  if (last) return last
  const made = rings.length === 1 && rings[0] ? simple(rings[0]) : joined(partsOf(rings).map(withHoles))
  known.set(rings, made)
  return made
}

function simple(ring: Ring): Triangles {
  return { corners: ring, indices: earcut(ring) }
}

function withHoles(part: Rings): Triangles {
  const { vertices, holes } = flatten(part.map(pointsOf))
  return { corners: vertices, indices: earcut(vertices, holes) }
}

function pointsOf(ring: Ring): number[][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [at(ring, 2 * i), at(ring, 2 * i + 1)])
}

function joined(parts: readonly Triangles[]): Triangles {
  const corners: number[] = []
  const indices: number[] = []
  for (const part of parts) {
    const first = corners.length / 2
    for (const place of part.corners) corners.push(place)
    for (const index of part.indices) indices.push(first + index)
  }
  return { corners, indices }
}

/** Groups each outer ring with its holes, by the even-odd rule. */
function partsOf(rings: Rings): readonly Rings[] {
  const wound = windRings(rings)
  const outer = wound.filter((ring) => signedRingArea(ring) >= 0).map((ring) => [ring])
  const inwards = outer.toSorted(([a = []], [b = []]) => signedRingArea(a) - signedRingArea(b))
  for (const hole of wound.filter((ring) => signedRingArea(ring) < 0)) {
    const corner = { x: at(hole, 0), y: at(hole, 1) }
    inwards.find(([ring]) => ring !== undefined && ringsContain([ring], corner))?.push(hole)
  }
  return outer
}
