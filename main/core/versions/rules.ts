import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { ExportClass } from '#common/exports/model'
import { ok, type Result } from '#common/result'
import { type SplitCounts, totalOf } from '#common/split'
import type { Augmentation } from '#common/versions/augmentation'
import { copiesPerTrainingImage, isOn, type VersionSettings } from '#common/versions/settings'
import { checkMerges } from './classes.ts'
import type { Skeletons } from './ports.ts'

/** Most copies of each training picture, unless the settings say otherwise. */
export const DEFAULT_COPIES_CAP = 50

/** How many pictures a version holds before equal ones are dropped: only training pictures are multiplied. */
export function plannedCounts(labelled: SplitCounts, settings: VersionSettings): SplitCounts {
  return { ...labelled, train: labelled.train * copiesPerTrainingImage(settings) }
}

/** What a version is to be made of. */
export interface Ground {
  readonly type: ProjectType
  readonly classes: readonly ExportClass[]
  /** Pictures that go in. */
  readonly labelled: SplitCounts
  /** Most copies of each training picture. */
  readonly cap: number
}

/** Whether a version can be made of these pictures. */
export function checkRecipe(
  settings: VersionSettings,
  { type, classes, labelled, cap }: Ground,
): Result<undefined, Refusal> {
  const copies = copiesPerTrainingImage(settings)
  if ((settings.augmentation.image?.versions ?? 1) > cap) {
    return refuse(
      'copies-over-cap',
      `augmentation.image.versions is ${settings.augmentation.image?.versions}; at most ${cap} are made`,
    )
  }
  const fitting = checkSteps(settings, type)
  if (!fitting.ok) return fitting
  const merged = checkMerges(classes, settings.preprocessing.remap)
  if (!merged.ok) return merged
  if (totalOf(labelled) === 0) return refuse('nothing-to-version', nothingSentence(settings))
  if (copies > 1 && labelled.train === 0) {
    return refuse(
      'train-split-empty',
      'Augmentation is on, but no labelled picture is in train. Rebalance the split first',
    )
  }
  return ok(undefined)
}

function nothingSentence({ preprocessing }: VersionSettings): string {
  return preprocessing['filter-tags'] === undefined
    ? 'No picture is labelled yet. Label one, or mark one as having nothing to label'
    : 'No images are left: no labelled picture has the tags that preprocessing.filter-tags asks for'
}

/** Types whose labels lie somewhere in the picture. */
const PLACED: readonly ProjectType[] = [
  'object-detection',
  'instance-segmentation',
  'semantic-segmentation',
  'keypoint-detection',
]
/** Types whose labels are single objects with a box. */
const BOXED: readonly ProjectType[] = PLACED.filter((type) => type !== 'semantic-segmentation')

const BOX_STEPS = [
  ...(['bbflip', 'bbninety', 'bbcrop', 'bbrotate', 'bbshear'] as const),
  ...(['bbbrightness', 'bbexposure', 'bbblur', 'bbnoise'] as const),
] satisfies readonly (keyof Augmentation)[]

/** What cannot be done together, or not with the labels of the project; each sentence names the key at fault. */
function checkSteps({ preprocessing, augmentation }: VersionSettings, type: ProjectType): Result<undefined, Refusal> {
  const [isIsolating, isMosaic] = [isOn(preprocessing.isolate), isOn(augmentation.mosaic)]
  const boxed = BOX_STEPS.find((key) => isOn(augmentation[key]))
  const faults: readonly (readonly [boolean, string])[] = [
    [isIsolating && isOn(preprocessing.tile), 'preprocessing.isolate and preprocessing.tile exclude each other'],
    [isIsolating && isMosaic, 'augmentation.mosaic and preprocessing.isolate exclude each other'],
    [
      isIsolating && (!PLACED.includes(type) || type === 'keypoint-detection'),
      'preprocessing.isolate needs boxes or polygons, which this project does not have',
    ],
    [isMosaic && !PLACED.includes(type), 'augmentation.mosaic needs labels that lie somewhere in the picture'],
    [
      boxed !== undefined && (!BOXED.includes(type) || isIsolating),
      `augmentation.${boxed} works inside the boxes of objects, which this version does not have`,
    ],
  ]
  const [fault] = faults.filter(([isAtFault]) => isAtFault)
  return fault ? refuse('settings-invalid', fault[1]) : ok(undefined)
}

/** What the pictures of a version are labelled with: isolated objects are pictures of one class. */
export function versionType(type: ProjectType, { preprocessing }: VersionSettings): ProjectType {
  return isOn(preprocessing.isolate) ? 'single-label-classification' : type
}

/** Variants of a source: 0 is the preprocessed original; only training pictures get more. */
export function variantsOf(split: keyof SplitCounts, settings: VersionSettings): number {
  return split === 'train' ? copiesPerTrainingImage(settings) : 1
}

/** The points of the classes that have any, for the steps that mirror a picture. */
export function skeletonsOf(classes: readonly ExportClass[]): Skeletons {
  return new Map(classes.flatMap(({ id, skeleton }) => (skeleton ? [[id, skeleton]] : [])))
}
