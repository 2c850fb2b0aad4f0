import { z } from 'zod'

/** How much of a keypoint can be seen, as COCO counts it: 0 it has no place, 1 it is hidden behind something, 2 it is visible. */
export const Visibility = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Visibility = z.infer<typeof Visibility>

/** One point of an object, in image pixels. A point without a place stands at 0, 0. */
export const Keypoint = z.object({ x: z.number(), y: z.number(), visibility: Visibility }).readonly()
export type Keypoint = z.infer<typeof Keypoint>

/** More points than any known skeleton; faces have 468. */
export const MAX_KEYPOINTS = 1000

const PointName = z
  .string()
  .trim()
  .min(1, 'A point needs a name')
  .max(100, 'The name of a point has at most 100 characters')

/** The points that every object of a class has, in order, and the lines that are drawn between them. */
export const Skeleton = z
  .object({
    points: z.array(PointName).min(1, 'A skeleton needs a point').max(MAX_KEYPOINTS).readonly(),
    /** Pairs of places in `points`, from 0. */
    edges: z
      .array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]).readonly())
      .max(MAX_KEYPOINTS * 4)
      .readonly(),
  })
  .refine(({ points }) => new Set(points).size === points.length, 'Two points of the skeleton have the same name')
  .refine(
    ({ points, edges }) => edges.every(([from, to]) => from !== to && from < points.length && to < points.length),
    'A line of the skeleton leads to a point that is not there',
  )
  .readonly()
export type Skeleton = z.infer<typeof Skeleton>

/** A skeleton for objects that came without one: numbered points, no lines. */
export function numberedSkeleton(points: number): Skeleton {
  return { points: Array.from({ length: points }, (_, index) => `point ${index + 1}`), edges: [] }
}
