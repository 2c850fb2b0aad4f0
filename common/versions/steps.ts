import type { ProjectType } from '../contract/projects.ts'
import type { Augmentation } from './augmentation.ts'
import type { Preprocessing } from './preprocessing.ts'
import { isOn, type VersionSettings } from './settings.ts'

/** In the order in which they run. */
export const PREPROCESSING_STEPS = [
  'filter-tags',
  'remap',
  'auto-orient',
  'static-crop',
  'isolate',
  'tile',
  'filter-null',
  'contrast',
  'grayscale',
  'resize',
  'image-format',
] satisfies readonly (keyof Preprocessing)[]
export type PreprocessingKey = (typeof PREPROCESSING_STEPS)[number]

/** Steps on whole images, in the order in which they run, except for the mosaic, which comes first. */
export const WHOLE_STEPS = [
  'flip',
  'ninety',
  'crop',
  'rotate',
  'shear',
  'rgrayscale',
  'hue',
  'saturation',
  'brightness',
  'exposure',
  'blur',
  'noise',
  'cutout',
  'mosaic',
] satisfies readonly (keyof Augmentation)[]

/** Steps inside the box of every object. */
export const BOX_STEPS = [
  'bbflip',
  'bbninety',
  'bbcrop',
  'bbrotate',
  'bbshear',
  'bbbrightness',
  'bbexposure',
  'bbblur',
  'bbnoise',
] satisfies readonly (keyof Augmentation)[]

export type WholeKey = (typeof WHOLE_STEPS)[number]
export type BoxKey = (typeof BOX_STEPS)[number]
export type AugmentationKey = WholeKey | BoxKey
export type StepKey = PreprocessingKey | AugmentationKey

/** Steps that are switched on and have no settings. */
type SwitchKey = {
  [Key in PreprocessingKey]: NonNullable<Preprocessing[Key]> extends boolean ? Key : never
}[PreprocessingKey]

const SWITCHES: Readonly<Record<SwitchKey, true>> = { 'auto-orient': true, isolate: true, grayscale: true }

/** Returns whether a step has no settings. */
export function isSwitch(key: PreprocessingKey): key is SwitchKey {
  return Object.hasOwn(SWITCHES, key)
}

/** Why a step cannot be in a recipe: the project's annotations or another step exclude it. */
export type Obstacle = { readonly kind: 'labels' } | { readonly kind: 'step'; readonly other: StepKey }

/** Returns why a step cannot be used in a project of this type with the other steps that are on. */
export function obstacleOf(key: StepKey, settings: VersionSettings, type: ProjectType): Obstacle | undefined {
  if (SUITS[key]?.includes(type) === false) return { kind: 'labels' }
  const other = EXCLUDES.flatMap((pair) => (pair.includes(key) ? pair : [])).find(
    (each) => each !== key && isStepOn(each, settings),
  )
  return other === undefined ? undefined : { kind: 'step', other }
}

export function isStepOn(key: StepKey, { preprocessing, augmentation }: VersionSettings): boolean {
  const steps: Readonly<Partial<Record<StepKey, unknown>>> = { ...preprocessing, ...augmentation }
  return isOn(steps[key])
}

/** Types whose annotations have a position in the image. */
const PLACED: readonly ProjectType[] = [
  'object-detection',
  'instance-segmentation',
  'semantic-segmentation',
  'keypoint-detection',
]
/** Types whose annotations are objects with boxes. */
const BOXED: readonly ProjectType[] = PLACED.filter((type) => type !== 'semantic-segmentation')

/** Absent steps suit all types. */
const SUITS: Readonly<Partial<Record<StepKey, readonly ProjectType[]>>> = {
  isolate: PLACED.filter((type) => type !== 'keypoint-detection'),
  mosaic: PLACED,
  ...Object.fromEntries(BOX_STEPS.map((key) => [key, BOXED])),
}

/** Isolated objects are images of one class, which are neither cut nor combined. */
const EXCLUDES: readonly (readonly [StepKey, StepKey])[] = [
  ['isolate', 'tile'],
  ['isolate', 'mosaic'],
  ...BOX_STEPS.map((key) => ['isolate', key] as const),
]
