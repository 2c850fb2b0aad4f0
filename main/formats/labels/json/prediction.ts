import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCentre, polygonOf, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint, readPart } from '../kit/json.ts'
import { outlinesOfMask, RunLengthMask } from '../kit/masks.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'

const Prediction = z.object({
  class: z.string(),
  x: FileNumber.optional(),
  y: FileNumber.optional(),
  width: FileNumber.optional(),
  height: FileNumber.optional(),
  points: z.array(FilePoint).nullish(),
  rle: RunLengthMask.nullish(),
  confidence: FileScore,
})
type Prediction = z.infer<typeof Prediction>

/** The answers of the inference API: boxes around their center in pixels, outlines as points or run lengths. */
export const prediction = defineJsonFormat({
  id: 'prediction',
  sign: z.object({ predictions: z.array(z.unknown()) }),
  document: z.object({ predictions: z.array(z.unknown()) }),
  read: ({ predictions }, { frame }) => readEvery(predictionParts(predictions, frame), (part) => part),
})

/** The predictions on an image of this size, each read or refused by itself. */
export function predictionParts(
  predictions: readonly unknown[],
  frame: Size,
): readonly Result<ReadAnnotation, Refusal>[] {
  return predictions.map((value, index) => {
    const place = filePlace('prediction', index + 1)
    const found = readPart(Prediction, value, place)
    return found.ok ? scored(readOne(found.value, place, frame), found.value.confidence) : found
  })
}

function readOne(found: Prediction, place: FilePlace, frame: Size): Result<ReadAnnotation, Refusal> {
  const labelled = { className: found.class, place }
  const { points, rle, x, y, width, height } = found
  if (points && points.length > 0) return polygonOfPoints(labelled, [points])
  if (rle) {
    const rings = outlinesOfMask(rle, frame, labelled.place)
    return rings.ok ? polygonOf(labelled, rings.value) : rings
  }
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    return refuse('prediction-without-place', { place: labelled.place })
  }
  return boxOfCentre(labelled, { x, y, width, height })
}
