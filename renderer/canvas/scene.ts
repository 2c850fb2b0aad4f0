import type { PlacedShape } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { type Box, boxArea } from '#common/geometry/box'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import { at, type Rings } from '#common/geometry/polygon'
import type { ShapeId } from '#common/ids'
import { commonHead, commonTail } from './common-ends.ts'
import { buildIndex, type SceneIndex, visitTouching, withChanged } from './scene-index.ts'

/** A shape for the canvas: an outline, a color and an id. */
export interface SceneShape {
  readonly id: ShapeId
  readonly kind: PlacedShape['kind']
  /** Empty if the shape is a mask. */
  readonly rings: Rings
  readonly mask?: MaskTiles | undefined
  readonly bounds: Box
  /** In square image pixels; small shapes are picked first. */
  readonly area: number
  readonly color: string
  /** Dotted tag edge: the colors are used up and this one is a repetition. */
  readonly isRepeated: boolean
  readonly name: string
  /** Copied from another image and not confirmed yet. */
  readonly isCarried?: boolean | undefined
  /** Can be neither picked nor changed. */
  readonly isLocked?: boolean | undefined
  /** The keypoints of the object and the edges between them. */
  readonly skeleton?: SceneSkeleton | undefined
}

/** Pairs of point indices. */
export type Edges = readonly (readonly [from: number, to: number])[]

export interface SceneSkeleton {
  readonly points: readonly Keypoint[]
  readonly edges: Edges
  readonly names: readonly string[]
}

/** All shapes of an image in drawing order, with indices by id and by position. */
export interface Scene {
  readonly shapes: readonly SceneShape[]
  /** Position of each shape in drawing order. */
  readonly places: ReadonlyMap<ShapeId, number>
  /** The masks in drawing order, so that per-frame work on masks does not scan ten thousand boxes. */
  readonly masks: readonly SceneShape[]
  /** Rebuilt now and then, which makes it faster but does not change its answers. */
  index: SceneIndex
}

export function buildScene(shapes: readonly SceneShape[]): Scene {
  return { shapes, places: placesOf(shapes), masks: shapes.filter(isMask), index: buildIndex(shapes) }
}

export const EMPTY_SCENE: Scene = buildScene([])

/** Returns a scene that differs from another in a few shapes, and reuses the rest of it. */
export function changedScene(last: Scene, shapes: readonly SceneShape[]): Scene {
  const head = commonHead(last.shapes, shapes)
  const tail = commonTail(last.shapes, shapes, { head })
  if (head + tail === 0) return buildScene(shapes)
  const fresh = shapes.slice(head, shapes.length - tail)
  const isInPlace = last.shapes.length === shapes.length && fresh.every(({ id }, i) => last.shapes[head + i]?.id === id)
  const moved = fresh.filter(({ id, bounds }) => !sameBox(bounds, lastBounds(last, id)))
  const places = isInPlace ? last.places : placesOf(shapes)
  const masks = last.masks.length > 0 || fresh.some(isMask) ? shapes.filter(isMask) : last.masks
  return { shapes, places, masks, index: withChanged(last.index, moved) ?? buildIndex(shapes) }
}

function isMask({ mask }: SceneShape): boolean {
  return mask !== undefined
}

function placesOf(shapes: readonly SceneShape[]): ReadonlyMap<ShapeId, number> {
  const places = new Map<ShapeId, number>()
  shapes.forEach(({ id }, place) => places.set(id, place))
  return places
}

/** Returns undefined for a deleted shape that is still in the index, because it may be added again elsewhere. */
function lastBounds({ shapes, places }: Scene, id: ShapeId): Box | undefined {
  return shapes[places.get(id) ?? -1]?.bounds
}

function sameBox(a: Box, b: Box | undefined): boolean {
  return a === b || (a.x0 === b?.x0 && a.y0 === b.y0 && a.x1 === b.x1 && a.y1 === b.y1)
}

/** Scanning up to this number of changed shapes takes no noticeable time. */
const FEW_DIRTY = 16

/** Rebuilds the index if many shapes changed. Takes some milliseconds for ten thousand shapes, so call it when idle. */
export function renewIndex(scene: Scene): void {
  if (scene.index.dirty.size > FEW_DIRTY) scene.index = buildIndex(scene.shapes)
}

export function shapeIn({ shapes, places }: Scene, id: ShapeId): SceneShape | undefined {
  return shapes[places.get(id) ?? -1]
}

/** Returns the shapes whose bounds touch the box, in drawing order. */
export function shapesIn({ shapes, places, index }: Scene, box: Box): readonly SceneShape[] {
  const found: number[] = []
  visitTouching(index, box, (id) => {
    const place = places.get(id)
    if (place !== undefined) found.push(place)
    return true
  })
  if (found.length === shapes.length) return shapes
  return found.sort((a, b) => a - b).flatMap((place) => shapes[place] ?? [])
}

/** Returns the masks whose bounds touch the box, in drawing order. */
export function masksIn({ masks }: Scene, { x0, y0, x1, y1 }: Box): readonly SceneShape[] {
  return masks.filter(({ bounds }) => bounds.x0 <= x1 && bounds.x1 >= x0 && bounds.y0 <= y1 && bounds.y1 >= y0)
}

/** Returns the shapes in the box if there are at most `most`, otherwise none. Stops as soon as there are more. */
export function fewShapesIn({ shapes, places, index }: Scene, box: Box, most: number): readonly SceneShape[] {
  const found: number[] = []
  visitTouching(index, box, (id) => {
    const place = places.get(id)
    if (place !== undefined) found.push(place)
    return found.length <= most
  })
  if (found.length > most) return []
  return found.sort((a, b) => a - b).flatMap((place) => shapes[place] ?? [])
}

/** Returns the area by which a shape is picked. A degenerate outline still has some. */
export function pickArea(bounds: Box, area: number): number {
  return area > 0 ? area : boxArea(bounds)
}

export function pointCount(rings: Rings): number {
  return rings.reduce((sum, ring) => sum + ring.length / 2, 0)
}

/** Returns whether any corner lies in the box. */
export function hasCornerIn(rings: Rings, { x0, y0, x1, y1 }: Box): boolean {
  return rings.some((ring) => {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [at(ring, i), at(ring, i + 1)]
      if (x >= x0 && x <= x1 && y >= y0 && y <= y1) return true
    }
    return false
  })
}
