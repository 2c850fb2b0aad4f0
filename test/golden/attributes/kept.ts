import type { ProjectType } from '#common/contract/projects'

interface Kept {
  readonly types: readonly ProjectType[]
  readonly hasGroups: boolean
  /** Whether the attributes themselves are in the files; they are guessed from what labels say otherwise. */
  readonly isListed: boolean
}

const DRAWN = ['object-detection', 'instance-segmentation'] as const
const ABOUT_ALL = ['single-label-classification', 'multi-label-classification'] as const

/** Formats that keep what labels say. */
export const KEPT: Readonly<Record<string, Kept>> = {
  coco: { types: [...DRAWN, 'keypoint-detection'], hasGroups: false, isListed: true },
  cvat: { types: [...DRAWN, 'keypoint-detection', ...ABOUT_ALL], hasGroups: true, isListed: true },
  labelme: { types: [...DRAWN, 'keypoint-detection'], hasGroups: true, isListed: true },
  datumaro: { types: [...DRAWN, 'keypoint-detection', ...ABOUT_ALL], hasGroups: true, isListed: true },
  fiftyone: { types: ['object-detection', ...ABOUT_ALL], hasGroups: false, isListed: true },
  'fiftyone-dataset': { types: [...DRAWN, 'keypoint-detection', ...ABOUT_ALL], hasGroups: true, isListed: true },
  voc: { types: ['object-detection'], hasGroups: false, isListed: false },
}
