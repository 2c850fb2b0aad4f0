import { z } from 'zod'

/** How much of a keypoint can be seen, as COCO counts it: 0 it has no place, 1 it is hidden behind something, 2 it is visible. */
export const Visibility = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Visibility = z.infer<typeof Visibility>

/** One point of an object, in image pixels. A point without a place stands at 0, 0. */
export const Keypoint = z.object({ x: z.number(), y: z.number(), visibility: Visibility }).readonly()
export type Keypoint = z.infer<typeof Keypoint>

/** More points than any known skeleton; faces have 468. */
export const MAX_KEYPOINTS = 1000

const PointName = z.string().trim().min(1).max(100)

/** The points that every object of a class has, in order, and the lines that are drawn between them. */
export const Skeleton = z
  .object({
    points: z.array(PointName).min(1).max(MAX_KEYPOINTS).readonly(),
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
 * For each point the place of the one that it becomes in a mirror: the point whose name says right where this one says left,
 * itself where there is none. Words count however they are joined: `left_eye`, `Left Eye`, `eyeLeft`, but not `bright`.
 */
export function mirroredPoints(points: readonly string[]): readonly number[] {
  const places = new Map(points.map((name, place) => [name, place]))
  return points.map((name, place) => places.get(mirroredName(name)) ?? place)
}

function mirroredName(name: string): string {
  const opposite = (word: string) => OPPOSITE.get(word) ?? word
  return [LOWER, UPPER, CAPITAL].reduce((text, words) => text.replace(words, opposite), name)
}
