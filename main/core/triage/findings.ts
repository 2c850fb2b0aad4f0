import { shapeIou } from '#common/annotation/overlap'
import { type PlacedShape, shapeArea, shapeBounds } from '#common/annotation/shape'
import type { ClassId } from '#common/ids'
import type { ClassSize, JudgedPicture } from './ports.ts'

/** Two labels of one class that overlap more than this are one object labelled twice. */
const DOUBLED_IOU = 0.9
/** An object with a shorter side than this can hardly be seen. In pixels. */
const TINY_SIDE = 3
/** So far outside the picture a label is no rounding any more. In pixels. */
const OUTSIDE = 1
/** A class with fewer objects has no usual size. */
const LEAST_SIZES = 20
/** Robust deviations from the usual size of a class; one in 16,000 of a normal distribution is beyond. */
const ODD = 4

/** The usual size of a class and how much its objects differ in size, both of the logarithm of their share of the picture. */
export interface UsualSize {
  readonly median: number
  readonly spread: number
}

export type UsualSizes = ReadonlyMap<ClassId, UsualSize>

export function usualSizes(sizes: readonly ClassSize[]): UsualSizes {
  return new Map(
    sizes.flatMap(({ classId, logShares }) => {
      if (logShares.length < LEAST_SIZES) return []
      const median = middle(logShares)
      // 1.4826 makes the median deviation that of a normal distribution; objects of one size must not make all others odd.
      const spread = Math.max(0.2, 1.4826 * middle(logShares.map((share) => Math.abs(share - median))))
      return [[classId, { median, spread }] as const]
    }),
  )
}

/** Labels that are doubled, outside the picture, tiny or of an odd size for their class; one label counts once for each. */
export function countFindings({ labels, width, height }: JudgedPicture, usual: UsualSizes): number {
  const shapes = labels.map(({ shape }) => shape)
  const single = shapes.filter((shape) => isTiny(shape) || isOutside(shape, { width, height }))
  const odd = shapes.filter((shape) => !single.includes(shape) && isOdd(shape, width * height, usual))
  return single.length + odd.length + countDoubled(shapes)
}

function countDoubled(shapes: readonly PlacedShape[]): number {
  const sorted = shapes
    .map((shape) => ({ shape, bounds: shapeBounds(shape) }))
    .toSorted((a, b) => a.bounds.x0 - b.bounds.x0)
  let doubled = 0
  for (const [index, { shape, bounds }] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next]
      if (other === undefined || other.bounds.x0 >= bounds.x1) break
      if (other.shape.classId === shape.classId && shapeIou(shape, other.shape) > DOUBLED_IOU) doubled += 1
    }
  }
  return doubled
}

function isTiny(shape: PlacedShape): boolean {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return Math.min(x1 - x0, y1 - y0) < TINY_SIDE
}

function isOutside(
  shape: PlacedShape,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return Math.min(x0, y0) < -OUTSIDE || x1 > width + OUTSIDE || y1 > height + OUTSIDE
}

function isOdd(shape: PlacedShape, pictureArea: number, usual: UsualSizes): boolean {
  const size = usual.get(shape.classId)
  return size !== undefined && Math.abs(Math.log(shapeArea(shape) / pictureArea) - size.median) > ODD * size.spread
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
