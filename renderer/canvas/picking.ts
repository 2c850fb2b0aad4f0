import type { Box } from '#common/geometry/box'
import { at, type Ring, type Rings, ringsContain } from '#common/geometry/polygon'
import type { ImagePoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { hasPixelsIn, isMaskNear } from './mask/mask-hits.ts'
import { nearestEdge } from './outline.ts'
import { hasCornerIn, type Scene, type SceneShape, shapesIn } from './scene.ts'

/**
 * Returns the shapes under a point, smallest first, and topmost first among equals. `slack` is the distance at which an
 * outline counts as hit, in image pixels.
 */
export function shapesAt(scene: Scene, point: ImagePoint, slack: number): readonly SceneShape[] {
  const around = { x0: point.x - slack, y0: point.y - slack, x1: point.x + slack, y1: point.y + slack }
  return shapesIn(scene, around)
    .filter((shape) => isAt(shape, point, slack))
    .toReversed()
    .toSorted((a, b) => a.area - b.area)
}

function isAt({ rings, mask }: SceneShape, point: ImagePoint, slack: number): boolean {
  if (mask) return isMaskNear(mask, point, slack)
  return ringsContain(rings, point) || nearestEdge(rings, point, slack) !== undefined
}

/** Returns the shape below the current one, or the first again after the last: repeated clicks walk down the stack. */
export function nextUnder(stack: readonly ShapeId[], current: ShapeId | undefined): ShapeId | undefined {
  const place = current === undefined ? -1 : stack.indexOf(current)
  return stack[(place + 1) % stack.length]
}

/** `inside`: completely in the box. `touching`: partly in it. */
export type MarqueeMode = 'inside' | 'touching'

export function shapesWithin(scene: Scene, box: Box, mode: MarqueeMode): readonly SceneShape[] {
  const near = shapesIn(scene, box)
  if (mode === 'inside') {
    return near.filter(
      ({ bounds }) => bounds.x0 >= box.x0 && bounds.y0 >= box.y0 && bounds.x1 <= box.x1 && bounds.y1 <= box.y1,
    )
  }
  return near.filter(({ rings, mask }) => (mask ? hasPixelsIn(mask, box) : touches(rings, box)))
}

function touches(rings: Rings, box: Box): boolean {
  const corner = { x: box.x0, y: box.y0 }
  return hasCornerIn(rings, box) || ringsContain(rings, corner) || rings.some((ring) => crossesBox(ring, box))
}

function crossesBox(ring: Ring, box: Box): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length
    const [from, to] = [
      { x: at(ring, i), y: at(ring, i + 1) },
      { x: at(ring, next), y: at(ring, next + 1) },
    ]
    if (segmentCrossesBox(from, to, box)) return true
  }
  return false
}

type Point = { readonly x: number; readonly y: number }

/** Returns whether a segment crosses a box, by Liang–Barsky clipping. */
function segmentCrossesBox(from: Point, to: Point, { x0, y0, x1, y1 }: Box): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const sides = [
    [-dx, from.x - x0],
    [dx, x1 - from.x],
    [-dy, from.y - y0],
    [dy, y1 - from.y],
  ] as const
  let [enter, leave] = [0, 1]
  for (const [slope, room] of sides) {
    if (slope === 0 && room < 0) return false
    if (slope < 0) enter = Math.max(enter, room / slope)
    if (slope > 0) leave = Math.min(leave, room / slope)
  }
  return enter <= leave
}
