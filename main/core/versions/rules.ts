import { type Refusal, refuse } from '#common/errors'
import type { ExportClass } from '#common/exports/model'
import { ok, type Result } from '#common/result'
import { type SplitCounts, totalOf } from '#common/split'
import { copiesPerTrainingImage, type VersionSettings } from '#common/versions/settings'
import type { Skeletons } from './ports.ts'

/** Most copies of each training picture, unless the settings say otherwise. */
export const DEFAULT_COPIES_CAP = 50

/** How many pictures a version holds before equal ones are dropped: only training pictures are multiplied. */
export function plannedCounts(labelled: SplitCounts, settings: VersionSettings): SplitCounts {
  return { ...labelled, train: labelled.train * copiesPerTrainingImage(settings) }
}

/** Whether a version can be made of these pictures. */
export function checkRecipe(labelled: SplitCounts, settings: VersionSettings, cap: number): Result<undefined, Refusal> {
  const copies = copiesPerTrainingImage(settings)
  if ((settings.augmentation.image?.versions ?? 1) > cap) {
    return refuse(
      'copies-over-cap',
      `augmentation.image.versions is ${settings.augmentation.image?.versions}; at most ${cap} are made`,
    )
  }
  if (totalOf(labelled) === 0) {
    return refuse('nothing-to-version', 'No picture is labelled yet. Label one, or mark one as having nothing to label')
  }
  if (copies > 1 && labelled.train === 0) {
    return refuse(
      'train-split-empty',
      'Augmentation is on, but no labelled picture is in train. Rebalance the split first',
    )
  }
  return ok(undefined)
}

/** Variants of a source: 0 is the preprocessed original; only training pictures get more. */
export function variantsOf(split: keyof SplitCounts, settings: VersionSettings): number {
  return split === 'train' ? copiesPerTrainingImage(settings) : 1
}

/** The points of the classes that have any, for the steps that mirror a picture. */
export function skeletonsOf(classes: readonly ExportClass[]): Skeletons {
  return new Map(classes.flatMap(({ id, skeleton }) => (skeleton ? [[id, skeleton]] : [])))
}
