import { z } from 'zod'
import { Keypoint, MAX_KEYPOINTS } from './skeleton.ts'

/** More corners than a hand sets, and few enough to be kept with every one of them. */
const MOST_CORNERS = 50_000

/** A flat list x0, y0, x1, y1, … */
const corners = z
  .array(z.number())
  .min(2)
  .max(2 * MOST_CORNERS)
  .refine(({ length }) => length % 2 === 0, 'A corner needs two coordinates')
  .readonly()

const keypoints = z.array(Keypoint).min(1).max(MAX_KEYPOINTS).readonly()

/** Which tool it was drawn with: the pages alone know which ones there are. */
const tool = z.string().min(1).max(40)

/** A drawing that is not finished: it waits on its image, through restarts, until it is finished or given up. In image pixels. */
export const Sketch = z.object({ tool, points: z.union([corners, keypoints]) }).readonly()
export type Sketch = z.infer<typeof Sketch>

/** Whether the points of a sketch are a flat list of corners. */
export function areCorners(points: Sketch['points']): points is readonly number[] {
  return typeof points[0] === 'number'
}
