import type { ProjectType } from '#common/contract/projects'

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
  'single-label-classification': 'One class',
  'multi-label-classification': 'Many classes',
  'text-image-pairs': 'Texts',
}
