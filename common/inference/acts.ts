import type { ModelManifest, ModelTask } from './manifest.ts'

/** What a model can be asked to do with a picture. */
export const MODEL_ACTS = ['predict', 'ground', 'read-text', 'segment', 'compare'] as const
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

export function actOf({ task }: Pick<ModelManifest, 'task'>): ModelAct {
  return ACTS[task]
}

/** Whether it says where things are, as labels of a picture do: in boxes that may overlap one another. */
export function placesObjects({ task }: Pick<ModelManifest, 'task'>): boolean {
  return task === 'object-detection' || task === 'instance-segmentation' || task === 'keypoint-detection'
}
