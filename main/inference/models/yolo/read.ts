import { mapRing } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import { ringsBounds } from '#common/geometry/polygon'
import type { ClassScore, DetectedObject, Prediction } from '#common/inference/prediction'
import type { Tensors } from '../../host/session.ts'
import { boxInImage } from '../kit/boxes.ts'
import { bestFirst, suppress } from '../kit/nms.ts'
import type { Seen } from '../kit/predictor.ts'
import { thresholdsFor } from '../kit/thresholds.ts'
import { type DetailsOf, detailsFor } from './details.ts'
import type { Proposals } from './grid.ts'
import { confidenceOf, isFinished, isTurned, type YoloLayout } from './layouts.ts'
import type { YoloModel } from './model.ts'
import { readProposals } from './proposals.ts'
import { type TurnedBoxes, turnedBoxes } from './turned.ts'

/** Reads the outputs for one image. */
export function predictionReader(model: YoloModel): (tensors: Tensors, seen: Seen) => Prediction {
  const { manifest, layout, outputs } = model
  return (tensors, seen) => {
    const { extras, detailsOf } = detailsFor(model, tensors, seen)
    const thresholdOf = thresholdsFor(seen.options.confidence, manifest, confidenceOf(layout))
    const thresholds = Float32Array.from(manifest.classNames, thresholdOf)
    const proposals = readProposals(layout, tensors, { outputs, thresholds, extras })
    const turned = isTurned(layout) ? turnedBoxes(proposals) : undefined
    const found: Found = { proposals, turned, detailsOf, classNames: manifest.classNames }
    const kept = keep(found, layout, seen)
    return { kind: 'objects', size: seen.size, objects: kept.flatMap((place) => objectAt(place, found, seen) ?? []) }
  }
}

interface Found {
  readonly proposals: Proposals
  readonly turned: TurnedBoxes | undefined
  readonly detailsOf: DetailsOf
  readonly classNames: readonly string[]
}

/** Networks that suppress by themselves answer finished objects: how much these overlap says nothing any more. */
function keep({ proposals, turned }: Found, layout: YoloLayout, { options }: Seen): readonly number[] {
  const { iouThreshold, classAgnostic, maxCandidates, maxDetections } = options
  if (isFinished(layout)) return bestFirst(proposals, maxDetections)
  const limits = { mostCandidates: maxCandidates, most: maxDetections }
  return suppress(proposals, { iouThreshold, classAgnostic, ...limits, ...(turned && { overlapOf: turned.overlapOf }) })
}

/** The object, or undefined for a class that was not asked for, and for a box of which nothing lies in the image. */
function objectAt(place: number, found: Found, seen: Seen): DetectedObject | undefined {
  const { proposals, turned, detailsOf } = found
  const score = scoreAt(place, found, seen)
  const upright = boxAt(proposals, place)
  const ring = turned?.ringOf(place)
  const box = upright && boxInImage(ring ? ringsBounds([ring]) : upright, seen)
  if (score === undefined || upright === undefined || box === undefined) return undefined
  return {
    ...score,
    box,
    ...(ring && { corners: mapRing(seen.toImage, ring) }),
    ...detailsOf({ className: score.className, box: upright, extras: () => proposals.extrasOf(place) }),
  }
}

/** The class and score, or undefined for a class that was not asked for. */
function scoreAt(place: number, { proposals, classNames }: Found, { options }: Seen): ClassScore | undefined {
  const classIndex = proposals.classes[place] ?? -1
  const className = classNames[classIndex]
  if (className === undefined || options.classFilter?.includes(className) === false) return undefined
  return { className, classIndex, confidence: Math.min(1, proposals.scores[place] ?? 0) }
}

/** The box, or undefined if it has no area. */
function boxAt({ boxes }: Proposals, place: number): Box | undefined {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = boxes.subarray(4 * place, 4 * place + 4)
  return x0 < x1 && y0 < y1 ? { x0, y0, x1, y1 } : undefined
}
