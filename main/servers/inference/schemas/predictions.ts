import { z } from 'zod'

const Point = z.object({ x: z.number(), y: z.number() })

export const Detection = z
  .object({
    x: z.number().meta({ description: 'Centre, in pixels of the image' }),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    confidence: z.number(),
    class: z.string(),
    class_id: z.int(),
    detection_id: z.string(),
    points: z.array(Point).optional().meta({ description: 'Outline of the mask, or the corners of a turned box' }),
    rle: z.object({ size: z.tuple([z.int(), z.int()]), counts: z.string() }).optional(),
    mask_format: z.enum(['polygon', 'rle']).optional(),
    keypoints: z.array(Point.extend({ confidence: z.number(), class_id: z.int(), class: z.string() })).optional(),
  })
  .meta({ id: 'Detection' })

export const ImageSize = z.object({ width: z.int(), height: z.int() })

const Common = {
  inference_id: z.string(),
  time: z.number().meta({ description: 'Seconds, with decoding and preparation' }),
  image: ImageSize,
  visualization: z.string().optional().meta({ description: 'Base64 text of a JPEG' }),
}

const ClassScore = z.object({ class: z.string(), class_name: z.string(), class_id: z.int(), confidence: z.number() })

export const PredictionBody = z
  .union([
    z.object({ ...Common, predictions: z.array(Detection) }),
    z.object({ ...Common, predictions: z.array(ClassScore), top: z.string(), confidence: z.number() }),
    z.object({
      ...Common,
      predictions: z.record(z.string(), z.object({ confidence: z.number(), class_id: z.int() })),
      predicted_classes: z.array(z.string()),
    }),
    z.object({
      ...Common,
      predictions: z.object({
        segmentation_mask: z.string().meta({ description: 'Base64 text of a grey PNG whose values are classes' }),
        confidence_mask: z.string().meta({ description: 'Base64 text of a grey PNG: confidence × 255' }),
        class_map: z.record(z.string(), z.string()),
        present_class_ids: z.array(z.int()),
      }),
    }),
  ])
  .meta({ id: 'Prediction' })
export type PredictionBody = z.input<typeof PredictionBody>

export const PredictionsBody = z.union([PredictionBody, z.array(PredictionBody)])
