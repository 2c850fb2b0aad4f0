import type { Box } from '#common/geometry/box'
import type { DetectedObject } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { Tensors } from '../../host/session.ts'
import { readFloats } from '../kit/answers.ts'
import type { Seen } from '../kit/predictor.ts'
import { type KeypointNumbers, keypointNumbers, readKeypoints } from './keypoints.ts'
import { isTurned } from './layouts.ts'
import { type Masks, maskOf } from './masks.ts'
import type { YoloModel } from './model.ts'
import type { Extras } from './proposals.ts'

/** A found object before its details, which follow from it. */
interface Bare {
  readonly className: string
  /** In pixels of the frame. */
  readonly box: Box
  extras(): Float32Array
}

export type DetailsOf = (bare: Bare) => Pick<DetectedObject, 'mask' | 'keypoints'>

interface Details {
  readonly extras: Extras
  readonly detailsOf: DetailsOf
}

const PROTOTYPE_AXES = ['images', 'prototypes', 'rows', 'columns']

/** The details of a model's boxes, and how they are read. */
export function detailsFor({ manifest, layout, outputs, frame }: YoloModel, tensors: Tensors, seen: Seen): Details {
  if (isTurned(layout))
    return { extras: { fits: (count) => count === 1, words: message('yolo-an-angle') }, detailsOf: () => ({}) }
  if (manifest.task === 'keypoint-detection') return keypointDetails(keypointNumbers(manifest), seen)
  if (manifest.task !== 'instance-segmentation') {
    return { extras: { fits: (count) => count === 0 }, detailsOf: () => ({}) }
  }
  if (outputs.prototypes === undefined) throw new ModelRunError(message('network-without-masks'))
  const prototypes = readFloats(tensors, { name: outputs.prototypes, dims: PROTOTYPE_AXES })
  return maskDetails({ prototypes, layout, frame, seen })
}

function maskDetails(masks: Masks): Details {
  const [, coefficients = 0] = masks.prototypes.dims
  return {
    extras: { fits: (count) => count === coefficients, words: message('yolo-coefficients', { number: coefficients }) },
    detailsOf: ({ extras, box }) => ({ mask: maskOf(extras(), box, masks) }),
  }
}

function keypointDetails(numbers: KeypointNumbers, seen: Seen): Details {
  return {
    extras: numbers.extras,
    detailsOf: ({ extras, className }) => ({ keypoints: readKeypoints(extras(), className, { numbers, seen }) }),
  }
}
