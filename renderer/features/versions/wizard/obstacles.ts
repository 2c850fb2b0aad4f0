import type { ProjectType } from '#common/contract/projects'
import { augmentationName } from '#common/versions/describe-augmentation'
import type { VersionSettings } from '#common/versions/settings'
import { type AugmentationKey, obstacleOf, type PreprocessingKey, type StepKey } from '#common/versions/steps'

export const PREPROCESSING_NAMES: Readonly<Record<PreprocessingKey, string>> = {
  'filter-tags': 'Filter by tags',
  remap: 'Classes',
  'auto-orient': 'Auto-orient',
  'static-crop': 'Crop',
  isolate: 'One image per object',
  tile: 'Tiles',
  'filter-null': 'Images without labels',
  contrast: 'Contrast',
  grayscale: 'Greyscale',
  resize: 'Resize',
}

/** The steps that have a meaning in a project of this type, whatever else is on. */
export function shownSteps<Row extends { readonly key: StepKey }>(
  rows: readonly Row[],
  type: ProjectType,
): readonly Row[] {
  return rows.filter(({ key }) => obstacleOf(key, NOTHING, type) === undefined)
}

const NOTHING: VersionSettings = { preprocessing: {}, augmentation: {} }

/** Why a step cannot be switched on now; undefined when it can. */
export function obstacleOn(key: StepKey, settings: VersionSettings, type: ProjectType): string | undefined {
  const obstacle = obstacleOf(key, settings, type)
  if (obstacle === undefined) return undefined
  return obstacle.kind === 'step' ? `not with ${stepName(obstacle.other)}` : 'not with the labels of this project'
}

function stepName(key: StepKey): string {
  const name = isPreprocessing(key) ? PREPROCESSING_NAMES[key] : augmentationName(key)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function isPreprocessing(key: PreprocessingKey | AugmentationKey): key is PreprocessingKey {
  return key in PREPROCESSING_NAMES
}
