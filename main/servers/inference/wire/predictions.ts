import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { boxSize } from '#common/geometry/box'
import type { Ring } from '#common/geometry/polygon'
import type { DetectedKeypoint, DetectedMask, DetectedObject, Prediction } from '#common/inference/prediction'
import type { Detection, PredictionBody } from '../schemas/predictions.ts'

/** Data that accompanies the predictions. */
interface About {
  readonly inferenceId: string
  /** Seconds since the request began. */
  readonly seconds: number
  /** A JPEG of the image with the predictions drawn on it. */
  readonly drawing: Uint8Array | undefined
}

export function toPredictionBody(prediction: Prediction, { inferenceId, seconds, drawing }: About): PredictionBody {
  const { width, height } = prediction.size
  const common = {
    inference_id: inferenceId,
    time: seconds,
    image: { width, height },
    ...(drawing && { visualization: toBase64(drawing) }),
  }
  switch (prediction.kind) {
    case 'objects':
      return { ...common, predictions: prediction.objects.map(toDetection) }
    case 'class': {
      const scores = prediction.scores.map((score) => ({
        class: score.className,
        class_name: score.className,
        class_id: score.classIndex,
        confidence: toFour(score.confidence),
      }))
      const [best] = scores
      return { ...common, predictions: scores, top: best?.class ?? '', confidence: best?.confidence ?? 0 }
    }
    case 'classes': {
      const byName = prediction.scores.map(
        ({ className, classIndex, confidence }) => [className, { confidence, class_id: classIndex }] as const,
      )
      return { ...common, predictions: Object.fromEntries(byName), predicted_classes: [...prediction.chosen] }
    }
    case 'semantic':
      return {
        ...common,
        predictions: {
          segmentation_mask: toBase64(prediction.classes),
          confidence_mask: toBase64(prediction.confidences),
          class_map: Object.fromEntries(prediction.classNames.map((name, index) => [String(index), name])),
          present_class_ids: [...prediction.present],
        },
      }
  }
}

export function toDetection(found: DetectedObject): z.input<typeof Detection> {
  const { box, corners, mask, keypoints } = found
  const { width, height } = boxSize(box)
  return {
    x: box.x0 + width / 2,
    y: box.y0 + height / 2,
    width,
    height,
    confidence: found.confidence,
    class: found.className,
    class_id: found.classIndex,
    detection_id: randomUUID(),
    ...(corners && { points: toPoints(corners) }),
    ...(mask && toMaskFields(mask)),
    ...(keypoints && { keypoints: keypoints.map(toKeypoint) }),
  }
}

function toMaskFields(mask: DetectedMask) {
  if (mask.format === 'polygon') return { points: toPoints(mask.ring), mask_format: 'polygon' as const }
  return { rle: toRle(mask), mask_format: 'rle' as const }
}

function toKeypoint({ x, y, confidence, index, name }: DetectedKeypoint) {
  return { x, y, confidence, class_id: index, class: name }
}

/** COCO run lengths, with the height first. */
export function toRle({ size, counts }: Extract<DetectedMask, { format: 'rle' }>): {
  size: [number, number]
  counts: string
} {
  return { size: [size.height, size.width], counts }
}

function toPoints(ring: Ring): { x: number; y: number }[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i] ?? 0, y: ring[2 * i + 1] ?? 0 }))
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

function toFour(confidence: number): number {
  return Math.round(confidence * 1e4) / 1e4
}
