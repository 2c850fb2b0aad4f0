import { z } from 'zod'
import { Keypoint, MAX_KEYPOINTS } from './skeleton.ts'

/** More corners than a hand sets, and few enough to be kept with every one of them. */
const MOST_CORNERS = 50_000

const corners = z
  .array(z.number())
  .min(2)
  .max(2 * MOST_CORNERS)
  .refine(({ length }) => length % 2 === 0, 'A corner needs two coordinates')
  .readonly()

/** A drawing that is not finished: it waits on its image, through restarts, until it is finished or given up. In image pixels. */
export const Sketch = z.discriminatedUnion('tool', [
  /** Flat list x0, y0, x1, y1, … */
  z.object({ tool: z.enum(['polygon', 'polyline']), points: corners }).readonly(),
  z.object({ tool: z.literal('keypoints'), points: z.array(Keypoint).min(1).max(MAX_KEYPOINTS).readonly() }).readonly(),
])
export type Sketch = z.infer<typeof Sketch>
