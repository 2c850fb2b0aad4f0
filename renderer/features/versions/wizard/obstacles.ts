import type { ProjectType } from '#common/contract/projects'
import { augmentationName } from '#common/versions/describe-augmentation'
import type { VersionSettings } from '#common/versions/settings'
import { type AugmentationKey, obstacleOf, type PreprocessingKey, type StepKey } from '#common/versions/steps'
import { midSentence } from '#renderer/words/mid-sentence'
import { t } from '#renderer/words/words'
import { WORDING } from '../recipe.ts'

export const PREPROCESSING_NAMES: Readonly<Record<PreprocessingKey, string>> = {
  'filter-tags': t('Filter by tags'),
  remap: t('Classes'),
  'auto-orient': t('Auto-orient'),
  'static-crop': t('Crop'),
  isolate: t('One image per object'),
  tile: t('Tiles'),
  'filter-null': t('Images without annotations'),
  contrast: t('Contrast'),
  grayscale: t('Grayscale'),
  resize: t('Resize'),
  'image-format': t('Image files'),
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
  if (obstacle.kind === 'labels') return t('not with the annotations of this project')
  return t('not with {{step}}', { step: midSentence(stepName(obstacle.other)) })
}

function stepName(key: StepKey): string {
  return isPreprocessing(key) ? PREPROCESSING_NAMES[key] : augmentationName(key, WORDING)
}

function isPreprocessing(key: PreprocessingKey | AugmentationKey): key is PreprocessingKey {
  return key in PREPROCESSING_NAMES
}
