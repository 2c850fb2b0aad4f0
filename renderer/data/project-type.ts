import type { ProjectType } from '#common/contract/projects'
import { t } from '#renderer/words/words'

export const PROJECT_TYPE_NAMES: Readonly<Record<ProjectType, string>> = {
  'object-detection': t('Object detection'),
  'instance-segmentation': t('Instance segmentation'),
  'semantic-segmentation': t('Semantic segmentation'),
  'keypoint-detection': t('Keypoint detection'),
  'single-label-classification': t('Classification, one class'),
  'multi-label-classification': t('Classification, many classes'),
  'text-image-pairs': t('Texts about images'),
}

/** Where there is little room. */
export const PROJECT_TYPE_SHORT: Readonly<Record<ProjectType, string>> = {
  'object-detection': t('Object detection'),
  'instance-segmentation': t('Segmentation'),
  'semantic-segmentation': t('Semantic segm.'),
  'keypoint-detection': t('Keypoints'),
  'single-label-classification': t('One class each'),
  'multi-label-classification': t('Many classes each'),
  'text-image-pairs': t('Texts'),
}

/** Kind of the annotations: objects at a place in the image, or classes or texts for the image as a whole. */
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

/** Plural noun for the annotations of such a project. */
export function labelNoun(labelling: Labelling): string {
  return { places: t('shapes'), classes: t('classes'), texts: t('texts') }[labelling]
}

/** "3 shapes", "1 class", "2 texts". */
export function labelCount(amount: number, labelling: Labelling): string {
  if (labelling === 'places') return t('{{count}} shapes', { count: amount })
  return labelling === 'classes' ? t('{{count}} classes', { count: amount }) : t('{{count}} texts', { count: amount })
}
