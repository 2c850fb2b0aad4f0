import type { ModelFamily, ModelManifest, ModelTask } from './manifest.ts'

/** Requests that a model can answer about an image. */
export const MODEL_ACTS = ['predict', 'ground', 'read-text', 'segment', 'concept', 'compare'] as const
export type ModelAct = (typeof MODEL_ACTS)[number]

const ACTS: Readonly<Record<ModelTask, ModelAct>> = {
  'object-detection': 'predict',
  'instance-segmentation': 'predict',
  'keypoint-detection': 'predict',
  classification: 'predict',
  'multi-label-classification': 'predict',
  'semantic-segmentation': 'predict',
  embedding: 'compare',
  'zero-shot-detection': 'ground',
  'unsupervised-segmentation': 'segment',
  ocr: 'read-text',
}

/** Families that are asked in their own way, whatever their task is called. */
const OWN_ACTS: Readonly<Partial<Record<ModelFamily, ModelAct>>> = { 'sam3-concept': 'concept' }

type Kind = Pick<ModelManifest, 'task' | 'family'>

export function actOf({ task, family }: Kind): ModelAct {
  return OWN_ACTS[family] ?? ACTS[task]
}

const PLACING: readonly ModelTask[] = ['object-detection', 'instance-segmentation', 'keypoint-detection']

/** Whether it says by itself where things are, as labels of an image do. */
export function placesObjects(kind: Kind): boolean {
  return actOf(kind) === 'predict' && PLACING.includes(kind.task)
}
