import { augmentationLines } from './describe-augmentation.ts'
import { preprocessingLines } from './describe-preprocessing.ts'
import { copiesPerTrainingImage, type VersionSettings } from './settings.ts'
import { ENGLISH_WORDING } from './wording.ts'

/** Describes the settings in short lines: preprocessing first, then augmentation. */
export function describeSettings(settings: VersionSettings, wording = ENGLISH_WORDING): readonly string[] {
  const copies = copiesPerTrainingImage(settings)
  return [
    ...preprocessingLines(settings.preprocessing, wording),
    ...augmentationLines(settings.augmentation, wording),
    ...(copies > 1 ? [wording.say('Up to {{copies}}× in training', { copies })] : []),
  ]
}
