import { z } from 'zod'
import { Base, Images, orElse, orNone, queryFlag, queryNumber, Share, Skips, Text } from './kit.ts'

const ConfidenceWord = z.enum(['best', 'default'])
const Confidence = z.union([Share, ConfidenceWord], { error: 'must be a number from 0 to 1, "best" or "default"' })

const Common = {
  ...Base,
  ...Skips,
  model_id: z.string(),
  model_type: orNone(z.string()),
  image: Images,
  confidence: orElse(Confidence, 0.4),
}

const Drawing = {
  visualize_predictions: orElse(z.boolean(), false),
  visualization_stroke_width: orElse(z.int().min(1).max(1000), 1),
}

const Objects = {
  ...Common,
  ...Drawing,
  visualization_labels: orElse(z.boolean(), false),
  iou_threshold: orElse(Share, 0.3),
  class_agnostic_nms: orElse(z.boolean(), false),
  class_filter: orNone(z.array(z.string())),
  max_detections: orElse(z.int().min(0), 300),
  max_candidates: orElse(z.int().min(0), 3000),
  fix_batch_size: orElse(z.boolean(), false),
}

const MaskFormat = z.enum(['polygon', 'rle'])

const DetectionBody = z.object(Objects).meta({ id: 'ObjectDetectionRequest' })
const SegmentationBody = z
  .object({
    ...Objects,
    mask_decode_mode: orElse(z.string(), 'accurate').meta({ description: '`accurate`, `fast` or `tradeoff`' }),
    tradeoff_factor: orElse(z.number(), 0).meta({ description: 'From 0, fast, to 1, accurate' }),
    response_mask_format: orElse(MaskFormat, 'polygon'),
  })
  .meta({ id: 'InstanceSegmentationRequest' })
const KeypointsBody = z
  .object({
    ...Objects,
    confidence: orElse(
      z.union([Share, z.literal('default')], { error: 'must be a number from 0 to 1 or "default"' }),
      0.4,
    ),
    keypoint_confidence: orElse(Share, 0),
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

/** Any of them, with what only some have. */
export type InferBody = Partial<
  z.output<typeof SegmentationBody> & Pick<z.output<typeof KeypointsBody>, 'keypoint_confidence'>
> &
  z.output<typeof SemanticBody>

/** Percentages are taken too: what is over 1 is divided by 100. */
const QueryShare = z
  .number()
  .transform((value) => (value > 1 ? value / 100 : value))
  .pipe(Share)

const LegacyConfidence = Text.transform((text) => text?.trim() || '0.4').pipe(
  z.union([ConfidenceWord, z.string().transform(Number).pipe(QueryShare)], {
    error: 'must be a number from 0 to 1, a percentage, "best" or "default"',
  }),
)

export const LegacyQuery = z.object({
  api_key: Text,
  confidence: LegacyConfidence.meta({ description: 'From 0 to 1, or `best`, or `default`; over 1 it is a percentage' }),
  keypoint_confidence: queryNumber(Share, 0),
  format: Text.meta({ description: '`json`, `image` or `image_and_json`' }),
  image: Text.meta({ description: 'Address of a picture; the body is not read then' }),
  image_type: Text.meta({ description: 'What the body holds: `base64` or `numpy`' }),
  labels: queryFlag(false),
  mask_decode_mode: Text.meta({ description: '`accurate`, `fast` or `tradeoff`' }),
  tradeoff_factor: queryNumber(z.number(), 0),
  max_detections: queryNumber(z.int().min(0), 300),
  overlap: queryNumber(QueryShare, 0.3),
  stroke: queryNumber(z.int().min(1).max(1000), 1),
  countinference: queryFlag(true),
  service_secret: Text,
  disable_preproc_auto_orient: queryFlag(false),
  disable_preproc_contrast: queryFlag(false),
  disable_preproc_grayscale: queryFlag(false),
  disable_preproc_static_crop: queryFlag(false),
  disable_active_learning: queryFlag(false),
  active_learning_target_dataset: Text,
  source: Text,
  source_info: Text,
  disable_model_monitoring: queryFlag(false),
  response_mask_format: Text.transform((text) => text?.trim() || 'polygon').pipe(MaskFormat),
})
export type LegacyQuery = z.output<typeof LegacyQuery>
