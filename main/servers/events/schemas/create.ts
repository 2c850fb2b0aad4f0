import { z } from 'zod'
import { parseMoment } from '#common/events/moment'
import { Classification, Detection, Keypoint } from '#common/events/stored-event'

/** Names of devices, workflows and the like. */
const name = z.string().min(1).max(1000).nullish()
const data = z.record(z.string(), z.unknown())
const confidence = z.number().min(0).max(1)
const size = z.number().min(0)

const NewDetection = Detection.extend({ width: size, height: size, confidence }).meta({ id: 'ObjectDetection' })
const NewClassification = Classification.extend({ confidence }).meta({ id: 'Classification' })
const point = z.tuple([z.number(), z.number()])
const NewSegmentation = NewDetection.extend({ points: z.array(point).min(3) }).meta({ id: 'InstanceSegmentation' })
const NewKeypoints = NewDetection.extend({ keypoints: z.array(Keypoint) }).meta({ id: 'Keypoints' })

/** Maximum entries of `images` in one event. */
const MOST_IMAGES = 100
/** Maximum keys of `custom_metadata`, each of which is an index row. */
const MOST_METADATA_KEYS = 100

/** An entry of `images`, in the spelling of the answers; requests may use either. */
export const NewImageBody = z
  .object({
    label: z.string().max(1000).nullish(),
    base64_image: z.string().nullish().meta({ description: 'The image with what was drawn into it' }),
    input_base64_image: z.string().nullish().meta({ description: 'The image as it was taken' }),
    object_detections: z.array(NewDetection).nullish(),
    classifications: z.array(NewClassification).nullish(),
    instance_segmentations: z.array(NewSegmentation).nullish(),
    keypoints: z.array(NewKeypoints).nullish(),
    metadata: data.nullish(),
  })
  .meta({ id: 'NewImage' })
export type NewImageBody = z.infer<typeof NewImageBody>

export const CreateEventBody = z
  .object({
    solution: name,
    workflow_id: name,
    workflow_version: name,
    inference_timestamp: z
      .string()
      .max(100)
      .refine((text) => parseMoment(text) !== undefined, 'must be a moment such as 2026-11-22T10:00:00.123456Z')
      .meta({ format: 'date-time' }),
    device_id: name,
    stream_id: name,
    image_id: name,
    event_schema: z.string().min(1).max(1000),
    event_data: data,
    custom_metadata: data
      .refine(
        (values) => Object.keys(values).length <= MOST_METADATA_KEYS,
        `must have at most ${MOST_METADATA_KEYS} keys`,
      )
      .meta({ maxProperties: MOST_METADATA_KEYS })
      .nullish(),
    images: z.array(NewImageBody).max(MOST_IMAGES).nullish(),
    display_image_position: z.int().min(0).nullish(),
    draft: z.boolean().nullish(),
  })
  .meta({ id: 'NewEvent' })
export type CreateEventBody = z.infer<typeof CreateEventBody>

export const EventParams = z.object({ event_id: z.string() })

export const CreatedBody = z
  .object({
    id: z.string(),
    image_ids: z.array(z.string()).readonly(),
    created_at: z.string(),
    draft: z.boolean(),
    message: z.string(),
  })
  .meta({ id: 'CreatedEvent' })
