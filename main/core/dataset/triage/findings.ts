import { allLints } from '#common/annotation/lint/lint'
import { type PlacedShape, shapeArea } from '#common/annotation/shape'
import type { ClassId } from '#common/ids'
import type { ClassSize, JudgedImage } from './ports.ts'

/** A class with fewer objects has no usual size. */
const LEAST_SIZES = 20
/** Robust deviations from the usual size of a class; one in 16,000 of a normal distribution is beyond. */
const ODD = 4

/** The usual size of a class and how much its objects differ in size, both of the logarithm of their share of the image. */
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

/**
 * Number of lints of an image, as the annotate screen finds them, except for sizes: the usual size is that of all images of the project.
 * One annotation counts once for each.
 */
export function countFindings({ labels, width, height }: JudgedImage, usual: UsualSizes): number {
  const shapes = labels.map(({ shape }) => shape)
  const lints = allLints(shapes, { frame: { width, height }, mirrored: () => undefined })
  const odd = shapes.filter((shape) => isOdd(shape, width * height, usual))
  return lints.filter(({ kind }) => kind !== 'unusual-size').length + odd.length
}

function isOdd(shape: PlacedShape, imageArea: number, usual: UsualSizes): boolean {
  const size = usual.get(shape.classId)
  // Lines and points have no size.
  if (size === undefined || shapeArea(shape) === 0) return false
  return Math.abs(Math.log(shapeArea(shape) / imageArea) - size.median) > ODD * size.spread
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
