import { z } from 'zod'
import { Box } from '../geometry/box.ts'
import { Ring } from '../geometry/polygon.ts'
import { ImageId } from '../ids.ts'
import { ImageRef, onMachine, ProjectRef } from './kit.ts'

export const SegmentCandidate = z.object({
  extent: z.enum(['whole', 'part', 'smaller']),
  rings: z.array(Ring).min(1),
  score: z.number().min(0).max(1),
})
export type SegmentCandidate = z.infer<typeof SegmentCandidate>

/** Why the installed model did not answer, and the engine without a model did. */
const SegmentFault = z.object({
  /** Name of the model. */
  model: z.string(),
  /** `cannot`: it has no input for such prompts. */
  reason: z.enum(['out-of-memory', 'broken', 'cannot']),
})
export type SegmentFault = z.infer<typeof SegmentFault>

/** Which engine answers. One with embeddings makes an image ready once, and is quick from then on, after restarts too. */
const SegmentEngine = z.object({ engine: z.string(), hasEmbeddings: z.boolean(), fault: SegmentFault.nullable() })
export type SegmentEngine = z.infer<typeof SegmentEngine>

/** The part of the image that is looked at with all of the model's resolution, in whole image pixels. */
const Crop = Box.optional()

/** Most images that one question is about. */
export const MOST_ASKED = 500

export const segmentContract = {
  /** Makes the first click fast; answers when the image is ready. */
  prepare: onMachine.input(ImageRef.extend({ crop: Crop })).output(SegmentEngine),
  /** Images among those given whose embedding is kept; none where the engine has no embeddings. */
  prepared: onMachine
    .input(ProjectRef.extend({ images: z.array(ImageId).max(MOST_ASKED) }))
    .output(z.object({ images: z.array(ImageId) })),
  /** Candidates best first; none when nothing distinct is there. Prompts are image pixels. */
  predict: onMachine
    .input(
      ImageRef.extend({
        points: z.array(z.object({ x: z.number(), y: z.number(), positive: z.boolean() })).max(200),
        box: Box.optional(),
        crop: Crop,
        /** The best guess alone, quickly. */
        isPreview: z.boolean().optional(),
        /** The prompts go on from the best guess at the ones before: the engine may start from it. */
        goesOn: z.boolean().optional(),
      }),
    )
    .output(z.object({ candidates: z.array(SegmentCandidate), fault: SegmentFault.nullable() })),
}
