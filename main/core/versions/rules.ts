import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { ExportClass } from '#common/exports/model'
import { ok, type Result } from '#common/result'
import { type SplitCounts, totalOf } from '#common/split'
import { copiesPerTrainingImage, isOn, type VersionSettings } from '#common/versions/settings'
import {
  BOX_STEPS,
  isStepOn,
  type Obstacle,
  obstacleOf,
  PREPROCESSING_STEPS,
  type StepKey,
  WHOLE_STEPS,
} from '#common/versions/steps'
import { checkMerges } from './classes.ts'
import type { Skeletons } from './ports.ts'

/** Most copies of each training image, unless the settings say otherwise. */
export const DEFAULT_COPIES_CAP = 50

/** How many images a version holds before equal ones are dropped: only training images are multiplied. */
export function plannedCounts(labelled: SplitCounts, settings: VersionSettings): SplitCounts {
  return { ...labelled, train: labelled.train * copiesPerTrainingImage(settings) }
}

/** Material of a version. */
export interface Ground {
  readonly type: ProjectType
  readonly classes: readonly ExportClass[]
  /** Images that go in. */
  readonly labelled: SplitCounts
  /** Most copies of each training image. */
  readonly cap: number
}

/** Whether a version can be made of these images. */
export function checkRecipe(
  settings: VersionSettings,
  { type, classes, labelled, cap }: Ground,
): Result<undefined, Refusal> {
  const copies = copiesPerTrainingImage(settings)
  const wanted = settings.augmentation.image?.versions ?? 1
  if (wanted > cap) return refuse('too-many-copies', { copies: wanted, most: cap })
  const fitting = checkSteps(settings, type)
  if (!fitting.ok) return fitting
  const merged = checkMerges(classes, settings.preprocessing.remap)
  if (!merged.ok) return merged
  if (totalOf(labelled) === 0) return nothingLeft(settings)
  if (copies > 1 && labelled.train === 0) {
    return refuse('no-annotated-image-in-train')
  }
  return ok(undefined)
}

function nothingLeft({ preprocessing }: VersionSettings) {
  return refuse(preprocessing['filter-tags'] === undefined ? 'no-annotated-image' : 'no-image-with-tags')
}

/** Refuses steps that exclude each other, or that the annotations of the project do not allow; each sentence names the key at fault. */
function checkSteps(settings: VersionSettings, type: ProjectType): Result<undefined, Refusal> {
  for (const key of [...WHOLE_STEPS, ...BOX_STEPS, ...PREPROCESSING_STEPS]) {
    const obstacle = isStepOn(key, settings) ? obstacleOf(key, settings, type) : undefined
    if (obstacle !== undefined) return hindered(key, obstacle)
  }
  return ok(undefined)
}

function hindered(key: StepKey, obstacle: Obstacle) {
  const step = pathOf(key)
  if (obstacle.kind === 'step') return refuse('steps-exclude-each-other', { step, other: pathOf(obstacle.other) })
  if (key === 'isolate') return refuse('step-needs-boxes-or-polygons', { step })
  return refuse(key === 'mosaic' ? 'step-needs-places' : 'step-needs-boxes', { step })
}

function pathOf(key: StepKey): string {
  return `${PREPROCESSING_STEPS.some((each) => each === key) ? 'preprocessing' : 'augmentation'}.${key}`
}

/** Type of a version's annotations: isolated objects are images of one class. */
export function versionType(type: ProjectType, { preprocessing }: VersionSettings): ProjectType {
  return isOn(preprocessing.isolate) ? 'single-label-classification' : type
}

/** Variants of a source: 0 is the preprocessed original; only training images get more. */
export function variantsOf(split: keyof SplitCounts, settings: VersionSettings): number {
  return split === 'train' ? copiesPerTrainingImage(settings) : 1
}

/** The points of the classes that have any, for the steps that mirror an image. */
export function skeletonsOf(classes: readonly ExportClass[]): Skeletons {
  return new Map(classes.flatMap(({ id, skeleton }) => (skeleton ? [[id, skeleton]] : [])))
}
