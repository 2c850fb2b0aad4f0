import type { ProjectType } from '#common/contract/projects'

export const PROJECT_TYPE_NAMES: Readonly<Record<ProjectType, string>> = {
  'object-detection': 'Object detection',
  'instance-segmentation': 'Instance segmentation',
}

/** Where there is little room. */
export const PROJECT_TYPE_SHORT: Readonly<Record<ProjectType, string>> = {
  'object-detection': 'Object detection',
  'instance-segmentation': 'Segmentation',
}
