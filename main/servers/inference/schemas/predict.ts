import { z } from 'zod'
import { Base, Images, orNone, queryFlag, Share, Skips, Text } from './kit.ts'

const ConfidenceWord = z.enum(['best', 'default'])
const Confidence = z.union([Share, ConfidenceWord], { error: 'must be a number from 0 to 1, "best" or "default"' })

const Common = {
  ...Base,
  ...Skips,
  model_id: z.string(),
  model_type: orNone(z.string()),
  image: Images,
  confidence: Confidence.default(0.4),
}

const Drawing = {
  visualize_predictions: z.boolean().default(false),
  visualization_stroke_width: z.int().min(1).max(1000).default(1),
}

const Objects = {
  ...Common,
  ...Drawing,
  visualization_labels: z.boolean().default(false),
  iou_threshold: Share.default(0.3),
  class_agnostic_nms: z.boolean().default(false),
  class_filter: orNone(z.array(z.string())),
  max_detections: z.int().min(0).default(300),
  max_candidates: z.int().min(0).default(3000),
  fix_batch_size: z.boolean().default(false),
}

const MaskFormat = z.enum(['polygon', 'rle'])

const DetectionBody = z.object(Objects).meta({ id: 'ObjectDetectionRequest' })
const SegmentationBody = z
  .object({
    ...Objects,
    mask_decode_mode: z.string().default('accurate').meta({ description: '`accurate`, `fast` or `tradeoff`' }),
    tradeoff_factor: z.number().default(0).meta({ description: 'From 0, fast, to 1, accurate' }),
    response_mask_format: MaskFormat.default('polygon'),
  })
  .meta({ id: 'InstanceSegmentationRequest' })
const KeypointsBody = z
  .object({
    ...Objects,
    confidence: z
      .union([Share, z.literal('default')], { error: 'must be a number from 0 to 1 or "default"' })
      .default(0.4),
    keypoint_confidence: Share.default(0),
  })
  .meta({ id: 'KeypointsDetectionRequest' })
const ClassificationBody = z.object({ ...Common, ...Drawing }).meta({ id: 'ClassificationRequest' })
const SemanticBody = z.object(Common).meta({ id: 'SemanticSegmentationRequest' })

/** The bodies of `/infer/<task>`. */
export const INFER_BODIES = {
  object_detection: DetectionBody,
  instance_segmentation: SegmentationBody,
  keypoints_detection: KeypointsBody,
  classification: ClassificationBody,
  semantic_segmentation: SemanticBody,
} as const

/** Any of them, with the fields that only some have. */
export type InferBody = Partial<
  z.output<typeof SegmentationBody> & Pick<z.output<typeof KeypointsBody>, 'keypoint_confidence'>
> &
  z.output<typeof SemanticBody>

/** Percentages are accepted too: values above 1 are divided by 100. */
const QueryShare = z.coerce
  .number()
  .overwrite((value) => (value > 1 ? value / 100 : value))
  .min(0)
  .max(1)

export const LegacyQuery = z.object({
  api_key: Text,
  confidence: z
    .union([QueryShare, ConfidenceWord], { error: 'must be a number from 0 to 1, a percentage, "best" or "default"' })
    .default(0.4)
    .meta({ description: 'Over 1 it is a percentage' }),
  keypoint_confidence: z.coerce.number().min(0).max(1).default(0),
  format: z.string().default('json').meta({ description: '`json`, `image` or `image_and_json`' }),
  image: Text.meta({ description: 'Address of an image; the body is not read then' }),
  image_type: z.string().default('base64').meta({ description: 'What the body holds: `base64` or `numpy`' }),
  labels: queryFlag(false),
  mask_decode_mode: z.string().default('accurate').meta({ description: '`accurate`, `fast` or `tradeoff`' }),
  tradeoff_factor: z.coerce.number().default(0).meta({ description: 'From 0, fast, to 1, accurate' }),
  max_detections: z.coerce.number().int().min(0).default(300),
  overlap: QueryShare.default(0.3),
  stroke: z.coerce.number().int().min(1).max(1000).default(1),
  countinference: queryFlag(true),
  service_secret: Text,
  disable_preproc_auto_orient: queryFlag(false),
  disable_preproc_contrast: queryFlag(false),
  disable_preproc_grayscale: queryFlag(false),
  disable_preproc_static_crop: queryFlag(false),
  disable_active_learning: queryFlag(false),
  active_learning_target_dataset: Text,
  source: z.string().default('external'),
  source_info: z.string().default('external'),
  disable_model_monitoring: queryFlag(false),
  response_mask_format: MaskFormat.default('polygon'),
})
export type LegacyQuery = z.output<typeof LegacyQuery>
