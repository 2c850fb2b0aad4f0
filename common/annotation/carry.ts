import { identity, scaling } from '../geometry/affine.ts'
import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/space.ts'
import type { ShapeId } from '../ids.ts'
import type { AnnotationDocument, Edit } from './edit.ts'
import { editName } from './edit-name.ts'
import { shapeIou } from './overlap.ts'
import { hasArea, isPlaced, type PlacedShape, type Shape, shapeBounds } from './shape.ts'
import { mapShape } from './transform.ts'

/** Labels of one class that share this much are one thing: its place is taken. */
const TAKEN = 0.9

/** One that was carried over itself may have been fitted anew: it holds its place from a little further off. */
const TAKEN_BY_CARRIED = 0.3

/** Lines and points cover nothing; within this many pixels they are in the same place. */
const SAME_PLACE = 2

/** Where labels are carried to. */
export interface CarryGround {
  /** Size of the image that they come from, and of the one that they are laid onto. */
  readonly from: Size
  readonly to: Size
  /** Annotations that the target image already has. */
  readonly shapes: AnnotationDocument
  readonly fresh: () => ShapeId
}

export interface Carried {
  /** New labels, above what is there and in their old order. */
  readonly shapes: readonly PlacedShape[]
  /** Left out because a label of the class lies in their place. */
  readonly taken: number
  /** Left out because nothing of them lies in the image. */
  readonly outside: number
  readonly isScaled: boolean
}

/**
 * The labels of one image laid onto another: in their own pixels where both have the same size, otherwise scaled with the image,
 * each side by itself. What reaches out of the frame is cut at it.
 */
export function carryShapes(originals: readonly PlacedShape[], ground: CarryGround): Carried {
  const { from, to } = ground
  const isScaled = from.width !== to.width || from.height !== to.height
  const map = isScaled ? scaling(to.width / from.width, to.height / from.height) : identity
  const isTaken = takenFinder(ground.shapes.filter(isPlaced))
  const pieces = originals.map((shape) => mapShape(shape, map, to))
  const free = pieces.flat().filter((shape) => !isTaken(shape))
  const top = ground.shapes.at(-1)?.z ?? 0
  return {
    shapes: free.map((shape, place) => ({ ...shape, id: ground.fresh(), z: top + 1 + place, isCarried: true })),
    taken: pieces.flat().length - free.length,
    outside: pieces.filter(({ length }) => length === 0).length,
    isScaled,
  }
}

/** The edit with every label that it changes counted as touched: nobody need confirm it any more. */
export function touching(edit: Edit): Edit {
  if (!edit.changes.some(({ before, after }) => isStillCarried(before, after))) return edit
  const changes = edit.changes.map(({ before, after }) =>
    isStillCarried(before, after) ? { before, after: confirmed(after) } : { before, after },
  )
  return { ...edit, changes }
}

function isStillCarried(before: Shape | null, after: Shape | null): after is Shape {
  return before?.isCarried === true && after?.isCarried === true
}

/** The gesture that says of everything carried that it is right; undefined when nothing is carried. */
export function confirmEdit(shapes: AnnotationDocument): Edit | undefined {
  const carried = shapes.filter(({ isCarried }) => isCarried)
  if (carried.length === 0) return undefined
  const label = editName('edit-confirm-carried', { count: carried.length })
  return { label, changes: carried.map((before) => ({ before, after: confirmed(before) })) }
}

function confirmed(shape: Shape): Shape {
  const { isCarried: _, ...rest } = shape
  return rest
}

/** Whether a label of the same class lies where another one would. Those of a class are sorted, so that few are compared. */
function takenFinder(shapes: readonly PlacedShape[]): (shape: PlacedShape) => boolean {
  const byClass = new Map(
    [...Map.groupBy(shapes, ({ classId }) => classId)].map(([classId, all]) => [classId, sortedByLeft(all)] as const),
  )
  return (shape) => {
    const bounds = shapeBounds(shape)
    const sorted = byClass.get(shape.classId) ?? []
    const reach = reachOf(bounds)
    for (let next = firstFrom(sorted, bounds.x0 - reach.x); next < sorted.length; next++) {
      const other = sorted[next]
      if (!other || other.bounds.x0 > bounds.x0 + reach.x) return false
      const isNear = Math.abs(other.bounds.y0 - bounds.y0) <= reach.y
      if (isNear && isInPlaceOf(other.shape, shape)) return true
    }
    return false
  }
}

/** How far apart two boxes may begin and still share as much of their union as a taken place must. */
function reachOf({ x0, y0, x1, y1 }: Box): { readonly x: number; readonly y: number } {
  const times = 1 / TAKEN_BY_CARRIED - 1
  return { x: (x1 - x0) * times + SAME_PLACE, y: (y1 - y0) * times + SAME_PLACE }
}

interface Sorted {
  readonly shape: PlacedShape
  readonly bounds: Box
}

function sortedByLeft(shapes: readonly PlacedShape[]): readonly Sorted[] {
  return shapes.map((shape) => ({ shape, bounds: shapeBounds(shape) })).sort((a, b) => a.bounds.x0 - b.bounds.x0)
}

/** The first that begins at `left` or to the right of it. */
function firstFrom(sorted: readonly Sorted[], left: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.bounds.x0 ?? 0) < left) low = middle + 1
    else high = middle
  }
  return low
}

function isInPlaceOf(one: PlacedShape, other: PlacedShape): boolean {
  if (hasArea(one) && hasArea(other)) return shapeIou(one, other) >= (one.isCarried ? TAKEN_BY_CARRIED : TAKEN)
  return one.kind === other.kind && areNear(shapeBounds(one), shapeBounds(other))
}

function areNear(a: Box, b: Box): boolean {
  const sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1]
  return sides.every((apart) => Math.abs(apart) <= SAME_PLACE)
}
