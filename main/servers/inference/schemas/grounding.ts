import { z } from 'zod'
import { Base, Images, ModelName, Share, Skips } from './kit.ts'
import { Detection, ImageSize } from './predictions.ts'

/** Maximum classes of one request. */
const MOST_CLASSES = 1000

export const GroundingBody = z
  .object({
    ...Base,
    ...Skips,
    model_id: ModelName,
    model_type: ModelName,
    image: Images,
    text: z.array(z.string().trim().min(1, 'must not be empty')).min(1).max(MOST_CLASSES).meta({
      description: 'The classes to find; `class_id` is the place in this list',
    }),
    box_threshold: Share.default(0.5),
    text_threshold: Share.default(0.5),
    grounding_dino_version_id: ModelName,
    class_agnostic_nms: z.boolean().default(false),
  })
  .meta({ id: 'GroundingRequest' })

const GroundedBody = z
  .object({
    visualization: z.null(),
    inference_id: z.string(),
    frame_id: z.null(),
    time: z.number(),
    image: ImageSize,
    predictions: z.array(Detection.extend({ class_confidence: z.null(), tracker_id: z.null(), parent_id: z.null() })),
    model_id: z.string().optional(),
  })
  .meta({ id: 'Grounded' })

export const GroundedBodies = z.union([GroundedBody, z.array(GroundedBody)])
