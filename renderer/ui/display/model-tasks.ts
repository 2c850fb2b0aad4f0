import { actOf, type ModelAct } from '#common/inference/acts'
import type { ModelManifest, ModelTask } from '#common/inference/manifest'
import { t } from '#renderer/words/words'

const TASK_NAMES: Readonly<Record<ModelTask, string>> = {
  'object-detection': t('Boxes around objects'),
  'instance-segmentation': t('Outlines of objects'),
  'keypoint-detection': t('Points of objects'),
  classification: t('One class for the image'),
  'multi-label-classification': t('Classes for the image'),
  'semantic-segmentation': t('A class for every pixel'),
  embedding: t('Compares images and words'),
  'zero-shot-detection': t('Boxes from words'),
  'unsupervised-segmentation': t('Outlines from clicks'),
  ocr: t('Text in images'),
}

/** Returns the purpose of a model in everyday words. */
export function doesWhat(kind: Pick<ModelManifest, 'task' | 'family'>): string {
  return actOf(kind) === 'concept' ? t('Outlines from words') : TASK_NAMES[kind.task]
}

/** How to get a prediction from a model. */
export const ACT_HINTS: Readonly<Record<ModelAct, string | undefined>> = {
  predict: undefined,
  'read-text': undefined,
  ground: t('Write what to look for, separated by commas.'),
  concept: t('Write what to find, separated by commas.'),
  compare: t('Write what the image may show, separated by commas.'),
  segment: t('Click what to include, Alt-click what to exclude, or drag a box around the object.'),
}
