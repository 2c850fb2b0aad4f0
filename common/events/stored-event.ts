import { z } from 'zod'

/** A detection in absolute pixels of its image, x and y at the box's center. What else a producer sent with it is kept. */
export const Detection = z.looseObject({
  class: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  confidence: z.number(),
})
export type Detection = z.infer<typeof Detection>

export const Classification = z.looseObject({ class: z.string(), confidence: z.number() })
export type Classification = z.infer<typeof Classification>

/** `points`: a ring of [x, y] in absolute pixels. */
export const Segmentation = Detection.extend({ points: z.array(z.array(z.number())) })
export type Segmentation = z.infer<typeof Segmentation>

export const Keypoint = z.looseObject({
  id: z.union([z.number(), z.string()]),
  x: z.number(),
  y: z.number(),
  occluded: z.boolean().nullish(),
})
export const KeypointDetection = Detection.extend({ keypoints: z.array(Keypoint) })
export type KeypointDetection = z.infer<typeof KeypointDetection>

const Data = z.record(z.string(), z.unknown())

const StoredImage = z
  .object({
    file_id: z.string().nullable(),
    input_file_id: z.string().nullable(),
    label: z.string().nullable(),
    object_detections: z.array(Detection),
    classifications: z.array(Classification),
    instance_segmentations: z.array(Segmentation),
    keypoints: z.array(KeypointDetection),
    metadata: Data.nullable(),
  })
  .meta({ id: 'StoredImage' })

const StoredFile = z
  .object({
    file_id: z.string(),
    label: z.string().nullable(),
    content_type: z.string().nullable(),
    size_bytes: z.int().nullable(),
  })
  .meta({ id: 'StoredFile' })

/** An event as the store keeps and answers it. Moments are ISO 8601 texts. */
export const StoredEvent = z
  .object({
    id: z.string(),
    created_at: z.string(),
    draft: z.boolean(),
    finalized_at: z.string().nullable(),
    auto_finalized_at: z.string().nullable(),
    original_file_count: z.int(),
    current_file_count: z.int(),
    solution: z.string().nullable(),
    workflow_id: z.string().nullable(),
    workflow_version: z.string().nullable(),
    inference_timestamp: z.string(),
    device_id: z.string().nullable(),
    stream_id: z.string().nullable(),
    image_id: z.string().nullable(),
    event_schema: z.string(),
    event_data: Data,
    custom_metadata: Data.nullable(),
    images: z.array(StoredImage),
    videos: z.array(StoredFile),
    local_only_files: z.array(StoredFile),
    display_image_position: z.int().nullable(),
    api_version: z.string(),
  })
  .meta({ id: 'StoredEvent' })
export type StoredEvent = z.infer<typeof StoredEvent>
