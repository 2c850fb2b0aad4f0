import { augmentationLines } from './describe-augmentation.ts'
import { preprocessingLines } from './describe-preprocessing.ts'
import { copiesPerTrainingImage, type VersionSettings } from './settings.ts'

/** The settings in short lines for people: what is done to every picture, then what varies the copies. */
export function describeSettings(settings: VersionSettings): readonly string[] {
  const copies = copiesPerTrainingImage(settings)
  return [
    ...preprocessingLines(settings.preprocessing),
    ...augmentationLines(settings.augmentation),
    ...(copies > 1 ? [`Up to ${copies}× in training`] : []),
  ]
}
