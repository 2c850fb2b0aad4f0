import { refuse } from '#common/errors'
import type { PredictOptions, SkippedSteps } from '#core/models/inference/operations'
import { answer } from '../../kit/refused-request.ts'
import type { InferBody, LegacyQuery } from '../schemas/predict.ts'

export function toPredictOptions(body: InferBody): PredictOptions {
  return {
    confidence: body.confidence,
    iouThreshold: body.iou_threshold ?? 0.3,
    classAgnostic: body.class_agnostic_nms ?? false,
    ...(body.class_filter && { classFilter: body.class_filter }),
    maxDetections: body.max_detections ?? 300,
    maxCandidates: body.max_candidates ?? 3000,
    keypointConfidence: body.keypoint_confidence ?? 0,
    maskDecoding: maskDecoding(body.mask_decode_mode ?? 'accurate', body.tradeoff_factor ?? 0),
    maskFormat: maskFormat(body.response_mask_format),
    skip: toSkippedSteps(body),
    ...drawing(body),
  }
}

/** The wire format calls a contour a polygon. */
function maskFormat(format: InferBody['response_mask_format']): PredictOptions['maskFormat'] {
  return format === 'rle' ? 'rle' : 'contour'
}

function drawing(body: InferBody): Pick<PredictOptions, 'draw'> {
  if (body.visualize_predictions !== true) return {}
  const { visualization_stroke_width: stroke = 1, visualization_labels: labels = false } = body
  return { draw: { stroke, labels } }
}

/** Lower thresholds return too many predictions to be useful. */
const LEAST_CONFIDENCE = 0.01

export function legacyOptions(query: LegacyQuery): PredictOptions {
  const { confidence, stroke, labels, format } = query
  return {
    confidence: typeof confidence === 'number' ? Math.max(LEAST_CONFIDENCE, confidence) : confidence,
    iouThreshold: query.overlap,
    classAgnostic: false,
    maxDetections: query.max_detections,
    maxCandidates: 3000,
    keypointConfidence: query.keypoint_confidence,
    maskDecoding: maskDecoding(query.mask_decode_mode, query.tradeoff_factor),
    maskFormat: maskFormat(query.response_mask_format),
    skip: toSkippedSteps(query),
    ...(format.startsWith('image') && { draw: { stroke, labels } }),
  }
}

type Skipping = Pick<
  InferBody,
  | 'disable_preproc_auto_orient'
  | 'disable_preproc_contrast'
  | 'disable_preproc_grayscale'
  | 'disable_preproc_static_crop'
>

export function toSkippedSteps(body: Skipping): SkippedSteps {
  return {
    autoOrient: body.disable_preproc_auto_orient,
    contrast: body.disable_preproc_contrast,
    grayscale: body.disable_preproc_grayscale,
    staticCrop: body.disable_preproc_static_crop,
  }
}

function maskDecoding(mode: string, tradeoff: number): PredictOptions['maskDecoding'] {
  const isMode = mode === 'accurate' || mode === 'fast' || mode === 'tradeoff'
  if (isMode && tradeoff >= 0 && tradeoff <= 1) return { mode, tradeoff }
  return answer(refuse('mask-mode-malformed'))
}
