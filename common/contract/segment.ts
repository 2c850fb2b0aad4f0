import { z } from 'zod'
import { Box } from '../geometry/box.ts'
import { Ring } from '../geometry/polygon.ts'
import { ImageRef, procedure } from './kit.ts'

export const SegmentCandidate = z.object({
  extent: z.enum(['whole', 'part', 'smaller']),
  rings: z.array(Ring).min(1),
  score: z.number().min(0).max(1),
})
export type SegmentCandidate = z.infer<typeof SegmentCandidate>

export const segmentContract = {
  /** Makes the first click fast; answers when the picture is ready. */
  prepare: procedure.input(ImageRef).output(z.object({})),
  /** Candidates best first; none when nothing distinct is there. Prompts are image pixels. */
  predict: procedure
    .input(
      ImageRef.extend({
        points: z.array(z.object({ x: z.number(), y: z.number(), positive: z.boolean() })).max(200),
        box: Box.optional(),
      }),
    )
    .output(z.object({ candidates: z.array(SegmentCandidate) })),
}
