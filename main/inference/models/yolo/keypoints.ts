import { mapPoint } from '#common/geometry/affine'
import type { ModelManifest } from '#common/inference/manifest'
import type { DetectedKeypoint } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import type { Seen } from '../kit/predictor.ts'
import type { Extras } from './proposals.ts'

/** How the numbers behind the classes of a box are read as keypoints: x, y and how sure it is that the point is seen. */
export interface KeypointNumbers {
  readonly extras: Extras
  /** Names by class, in the order of the tensor. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** Slots of the class that has the most points; 0 when the model names none. */
  readonly slots: number
}

export function keypointNumbers({ keypoints = [] }: Pick<ModelManifest, 'keypoints'>): KeypointNumbers {
  const names = new Map(keypoints.map(({ className, points }) => [className, points]))
  const slots = Math.max(0, ...keypoints.map(({ points }) => points.length))
  const extras: Extras =
    slots === 0
      ? { fits: (count) => count > 0 && count % 3 === 0, words: message('yolo-any-keypoints') }
      : {
          fits: (count) => count === 3 * slots || count === 2 * slots,
          words: message('yolo-keypoints', { number: slots }),
        }
  return { extras, names, slots }
}

interface Reading {
  readonly numbers: KeypointNumbers
  readonly seen: Seen
}

/**
 * The points of an object in whole pixels of the image. Those under the confidence that is asked for are left out, and those that the
 * network says are not there; a class has no more than its names. Some networks do not say how sure they are: then they are.
 */
export function readKeypoints(
  values: Float32Array,
  className: string,
  { numbers, seen }: Reading,
): readonly DetectedKeypoint[] {
  const step = values.length === 2 * numbers.slots ? 2 : 3
  const names = numbers.names.get(className)
  const points: DetectedKeypoint[] = []
  for (let index = 0; index < (names?.length ?? values.length / step); index += 1) {
    const point = pointAt(values.subarray(index * step, (index + 1) * step), seen)
    if (point !== undefined) points.push({ ...point, index, name: names?.[index] ?? String(index) })
  }
  return points
}

function pointAt([x = Number.NaN, y = Number.NaN, confidence = 1]: Float32Array, { toImage, size, options }: Seen) {
  const at = mapPoint(toImage, { x, y })
  const isThere = Number.isFinite(at.x + at.y) && confidence > 0 && confidence >= options.keypointConfidence
  const whole = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
  return isThere
    ? { x: whole(at.x, size.width), y: whole(at.y, size.height), confidence: Math.min(1, confidence) }
    : undefined
}
