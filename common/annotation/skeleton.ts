import { z } from 'zod'

/** Visibility of a keypoint as in COCO: 0 not placed, 1 hidden, 2 visible. */
export const Visibility = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Visibility = z.infer<typeof Visibility>

/** A keypoint in image pixels. An unplaced one is at 0, 0. */
export const Keypoint = z.object({ x: z.number(), y: z.number(), visibility: Visibility }).readonly()
export type Keypoint = z.infer<typeof Keypoint>

/** More than any known skeleton has; faces have 468 points. */
export const MAX_KEYPOINTS = 1000

const PointName = z.string().trim().min(1).max(100)

/** The keypoints of every object of a class, in order, and the edges between them. */
export const Skeleton = z
  .object({
    points: z.array(PointName).min(1).max(MAX_KEYPOINTS).readonly(),
    /** Pairs of indices into `points`. */
    edges: z
      .array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]).readonly())
      .max(MAX_KEYPOINTS * 4)
      .readonly(),
  })
  .refine(({ points }) => new Set(points).size === points.length, 'schema-skeleton-points-alike')
  .refine(
    ({ points, edges }) => edges.every(([from, to]) => from !== to && from < points.length && to < points.length),
    'schema-skeleton-line-loose',
  )
  .readonly()
export type Skeleton = z.infer<typeof Skeleton>

/** Returns a skeleton for objects that came without one: numbered points, no edges. */
export function numberedSkeleton(points: number): Skeleton {
  return { points: Array.from({ length: points }, (_, index) => `point ${index + 1}`), edges: [] }
}

const LOWER = /(?<![a-z])(?:left|right)(?![a-z])/g
const UPPER = /(?<![A-Za-z])(?:LEFT|RIGHT)(?![A-Za-z])/g
const CAPITAL = /(?:Left|Right)(?![a-z])/g
const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ['left', 'right'],
  ['right', 'left'],
  ['Left', 'Right'],
  ['Right', 'Left'],
  ['LEFT', 'RIGHT'],
  ['RIGHT', 'LEFT'],
])

/**
 * Returns for each point the index of its mirror image: the point whose name says right where this one says left, or
 * itself. Words count however they are joined: `left_eye`, `Left Eye`, `eyeLeft`, but not `bright`.
 */
export function mirroredPoints(points: readonly string[]): readonly number[] {
  const places = new Map(points.map((name, place) => [name, place]))
  return points.map((name, place) => places.get(mirroredName(name)) ?? place)
}

function mirroredName(name: string): string {
  const opposite = (word: string) => OPPOSITE.get(word) ?? word
  return [LOWER, UPPER, CAPITAL].reduce((text, words) => text.replace(words, opposite), name)
}
