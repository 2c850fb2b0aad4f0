import { actOf, type ModelAct } from '#common/inference/acts'
import type { ModelManifest, ModelTask } from '#common/inference/manifest'

const TASK_NAMES: Readonly<Record<ModelTask, string>> = {
  'object-detection': 'Boxes around objects',
  'instance-segmentation': 'Outlines of objects',
  'keypoint-detection': 'Points of objects',
  classification: 'One class for the picture',
  'multi-label-classification': 'Classes for the picture',
  'semantic-segmentation': 'A class for every pixel',
  embedding: 'Compares pictures and words',
  'zero-shot-detection': 'Boxes from words',
  'unsupervised-segmentation': 'Outlines from clicks',
  ocr: 'Text in pictures',
}

/** What a model does, in everyday words. */
export function doesWhat(kind: Pick<ModelManifest, 'task' | 'family'>): string {
  return actOf(kind) === 'concept' ? 'Outlines from words' : TASK_NAMES[kind.task]
}

/** What a person does to get an answer. */
export const ACT_HINTS: Readonly<Record<ModelAct, string | undefined>> = {
  predict: undefined,
  'read-text': undefined,
  ground: 'Write what to look for, separated by commas.',
  concept: 'Write what to find, separated by commas.',
  compare: 'Write what the picture may show, separated by commas.',
  segment: 'Click what to cut out. Alt-click what to leave out, or drag a box around it.',
}
