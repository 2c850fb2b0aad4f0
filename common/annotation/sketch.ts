import { z } from 'zod'
import { Keypoint, MAX_KEYPOINTS } from './skeleton.ts'

/** More corners than anybody draws, and few enough to save after each one. */
const MOST_CORNERS = 50_000

/** A flat list x0, y0, x1, y1, … */
const corners = z
  .array(z.number())
  .min(2)
  .max(2 * MOST_CORNERS)
  .refine(({ length }) => length % 2 === 0, 'A corner needs two coordinates')
  .readonly()

const keypoints = z.array(Keypoint).min(1).max(MAX_KEYPOINTS).readonly()

/** The tool's id. Only the pages know which tools exist. */
const tool = z.string().min(1).max(40)

/**
 * An unfinished drawing, in image pixels. It stays with its image across restarts until it is finished or discarded.
 */
export const Sketch = z.object({ tool, points: z.union([corners, keypoints]) }).readonly()
export type Sketch = z.infer<typeof Sketch>

/** Returns whether the points of a sketch are a flat list of corners. */
export function areCorners(points: Sketch['points']): points is readonly number[] {
  return typeof points[0] === 'number'
}
