import type { ProjectType } from '#common/contract/projects'
import { plural } from '../format.ts'

export const PROJECT_TYPE_NAMES: Readonly<Record<ProjectType, string>> = {
  'object-detection': 'Object detection',
  'instance-segmentation': 'Instance segmentation',
  'semantic-segmentation': 'Semantic segmentation',
  'keypoint-detection': 'Keypoint detection',
  'single-label-classification': 'Classification, one class',
  'multi-label-classification': 'Classification, many classes',
  'text-image-pairs': 'Texts about pictures',
}

/** Where there is little room. */
export const PROJECT_TYPE_SHORT: Readonly<Record<ProjectType, string>> = {
  'object-detection': 'Object detection',
  'instance-segmentation': 'Segmentation',
  'semantic-segmentation': 'Semantic segm.',
  'keypoint-detection': 'Keypoints',
  'single-label-classification': 'One class each',
  'multi-label-classification': 'Many classes each',
  'text-image-pairs': 'Texts',
}

/** What labels are: objects at a place in the picture, or classes or texts for the picture as a whole. */
export type Labelling = 'places' | 'classes' | 'texts'

const LABELLING: Readonly<Record<ProjectType, Labelling>> = {
  'object-detection': 'places',
  'instance-segmentation': 'places',
  'semantic-segmentation': 'places',
  'keypoint-detection': 'places',
  'single-label-classification': 'classes',
  'multi-label-classification': 'classes',
  'text-image-pairs': 'texts',
}

export function labellingOf(type: ProjectType): Labelling {
  return LABELLING[type]
}

const LABEL_WORDS: Readonly<Record<Labelling, readonly [one: string, many: string]>> = {
  places: ['shape', 'shapes'],
  classes: ['class', 'classes'],
  texts: ['text', 'texts'],
}

/** What one label of such a project is called, and many. */
export function labelWords(labelling: Labelling): readonly [one: string, many: string] {
  return LABEL_WORDS[labelling]
}

/** "3 shapes", "1 class", "2 texts". */
export function labelCount(amount: number, labelling: Labelling): string {
  const [one, many] = labelWords(labelling)
  return plural(amount, one, many)
}
