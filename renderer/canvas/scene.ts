import Flatbush from 'flatbush'
import type { PlacedShape } from '#common/annotation/shape'
import { type Box, boxArea } from '#common/geometry/box'
import { at, type Rings } from '#common/geometry/polygon'
import type { ShapeId } from '#common/ids'

/** A shape as the canvas knows it: an outline, a colour and a name. */
export interface SceneShape {
  readonly id: ShapeId
  readonly kind: PlacedShape['kind']
  readonly rings: Rings
  readonly bounds: Box
  /** Square image pixels; small shapes are picked first. */
  readonly area: number
  readonly color: string
  /** Dotted tag edge: the colour list has been used up and starts again. */
  readonly isRepeated: boolean
  readonly name: string
}

/** All shapes of a picture in drawing order, with an index of where they lie. */
export interface Scene {
  readonly shapes: readonly SceneShape[]
  readonly index: Flatbush | undefined
}

export const EMPTY_SCENE: Scene = { shapes: [], index: undefined }

export function buildScene(shapes: readonly SceneShape[]): Scene {
  if (shapes.length === 0) return EMPTY_SCENE
  const index = new Flatbush(shapes.length)
  for (const { bounds } of shapes) index.add(bounds.x0, bounds.y0, bounds.x1, bounds.y1)
  index.finish()
  return { shapes, index }
}

/** The shapes whose bounds touch the box, in drawing order. */
export function shapesIn({ shapes, index }: Scene, box: Box): readonly SceneShape[] {
  if (!index) return []
  const found = index.search(box.x0, box.y0, box.x1, box.y1)
  if (found.length === shapes.length) return shapes
  return found.sort((a, b) => a - b).flatMap((i) => shapes[i] ?? [])
}

/** Area of the box that a shape fills; a degenerate outline still counts as something to pick. */
export function pickArea(bounds: Box, area: number): number {
  return area > 0 ? area : boxArea(bounds)
}

export function pointCount(rings: Rings): number {
  return rings.reduce((sum, ring) => sum + ring.length / 2, 0)
}

/** Whether any corner lies in the box. */
export function hasCornerIn(rings: Rings, { x0, y0, x1, y1 }: Box): boolean {
  return rings.some((ring) => {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [at(ring, i), at(ring, i + 1)]
      if (x >= x0 && x <= x1 && y >= y0 && y <= y1) return true
    }
    return false
  })
}
