import { randomUUID } from 'node:crypto'
import { refuse } from '#common/errors'
import type { ModelTask } from '#common/inference/manifest'
import type { ChosenModel } from '#core/models/inference/choice'
import type { ImageSource, PredictOptions } from '#core/models/inference/operations'
import { answer } from '../kit/refused-request.ts'
import { type Asking, runFor } from './asking.ts'
import { toPredictionBody } from './wire/predictions.ts'

interface Predicting {
  readonly chosen: ChosenModel
  readonly images: readonly ImageSource[]
  readonly options: PredictOptions
  /** Request id given by the caller. */
  readonly id: string | undefined
}

/** Returns predictions of a model for images: a body for each, and the JPEG if requested. */
export async function predictFor(asking: Asking, { chosen, images, options, id = randomUUID() }: Predicting) {
  const { output, seconds } = await runFor(asking, { chosen, operation: 'predict', input: { images, options } })
  return output.map(({ prediction, drawing }) => ({
    body: toPredictionBody(prediction, { inferenceId: id, seconds, drawing }),
    drawing,
  }))
}

/** Tasks by operation. A model that returns boxes and more can be used for boxes. */
const OBJECTS = ['object-detection', 'instance-segmentation', 'keypoint-detection'] as const
const SERVED: Readonly<Record<string, readonly ModelTask[]>> = {
  object_detection: OBJECTS,
  instance_segmentation: OBJECTS,
  keypoints_detection: OBJECTS,
  classification: ['classification', 'multi-label-classification'],
  semantic_segmentation: ['semantic-segmentation'],
}

/** Refuses a model under the operation of another task, and names the right one. */
export function checkTask(task: string, { model }: ChosenModel): void {
  const { id, task: own } = model.manifest
  if (SERVED[task]?.includes(own)) return
  const place = OWN_PLACES[own]
  answer(refuse('model-serves-other-task', { id, own, task, place }))
}

const OWN_PLACES: Readonly<Record<ModelTask, string>> = {
  'object-detection': '/infer/object_detection',
  'instance-segmentation': '/infer/instance_segmentation',
  'keypoint-detection': '/infer/keypoints_detection',
  classification: '/infer/classification',
  'multi-label-classification': '/infer/classification',
  'semantic-segmentation': '/infer/semantic_segmentation',
  embedding: '/clip/* or /perception_encoder/*',
  'zero-shot-detection': '/grounding_dino/infer',
  'unsupervised-segmentation': '/sam2/* or /sam3/*',
  ocr: '/doctr/ocr',
}
