import { augmentationName } from '#common/versions/describe-augmentation'
import { preprocessingLine, preprocessingLines } from '#common/versions/describe-preprocessing'
import { listed, percent } from '#common/versions/phrases'
import type { Preprocessing, ResizeFormat } from '#common/versions/preprocessing'
import type { AugmentationKey, PreprocessingKey } from '#common/versions/steps'
import { plural } from '#renderer/kit/format'
import type { Draft } from './draft/draft.ts'
import { settingsOf, stepsOn } from './draft/settings.ts'
import { PREPROCESSING_NAMES } from './obstacles.ts'

/** What each resize mode does to a picture of the given size, in a plain sentence. */
export const RESIZE_SENTENCES: Readonly<Record<ResizeFormat, (size: string) => string>> = {
  'Stretch to': (size) => `Scales to exactly ${size}. Proportions change.`,
  'Fill (with center crop) in': (size) => `Covers ${size} and cuts off what sticks out, shapes too.`,
  'Fit within': (size) => `Shrinks to fit in ${size}. Sizes differ; small images stay small.`,
  'Fit (reflect edges) in': (size) => `Fits in ${size}. The rest mirrors the image, shapes too.`,
  'Fit (black edges) in': (size) => `Fits in ${size}. The rest is black.`,
  'Fit (white edges) in': (size) => `Fits in ${size}. The rest is white.`,
}

/** The lines below "Preprocess" in the list of steps. */
export function preprocessLines(draft: Draft): readonly string[] {
  const lines = preprocessingLines(settingsOf(draft).preprocessing)
  return lines.length > 0 ? lines : ['Images as they are']
}

/** Steps whose line says no more than their name. */
const PLAIN: readonly PreprocessingKey[] = ['auto-orient', 'isolate', 'grayscale']

/** What a step that is on is set to, as it stands beside its name. */
export function preprocessingValue(key: PreprocessingKey, preprocessing: Preprocessing): string | undefined {
  if (PLAIN.includes(key)) return undefined
  // The name is that of the others.
  if (key === 'filter-null') return `at most ${percent(100 - (preprocessing[key]?.percent ?? 0))}`
  const line = preprocessingLine(key, preprocessing)
  if (line === undefined) return 'nothing chosen'
  if (key === 'remap') return line
  const [, rest = line] = line.split(/^(?:Only images|Crop|Tiles|Contrast) /)
  return rest.charAt(0).toLowerCase() + rest.slice(1)
}

/** The line below "Augment" in the list of steps. */
export function augmentLine(draft: Draft): string {
  const steps = stepsOn(draft).length
  return steps === 0 ? 'Off' : `${plural(steps, 'step')}, up to ${draft.copies}×`
}

/** What the settings cost in the pictures shown; undefined when nothing is lost. */
export function lossSentence(
  draft: Draft,
  { dropped, shapes }: { readonly dropped: number; readonly shapes: number },
): string | undefined {
  if (dropped === 0) return undefined
  const culprits = losingSteps(draft)
  const verb = culprits.length > 1 ? 'drop' : 'drops'
  return `${listed(culprits)} ${verb} ${dropped} of ${plural(shapes, 'shape')} in this preview`
}

/** Steps that move things over an edge, or cover them. */
const LOSING: readonly AugmentationKey[] = ['crop', 'rotate', 'shear', 'cutout', 'mosaic']

/** Where none of them is on, a resize has shrunk a shape below a pixel. */
function losingSteps({ preprocessing, augmentation, copies }: Draft): readonly string[] {
  const { resize, 'static-crop': crop } = preprocessing
  const isFilled = resize.on && resize.settings.format === 'Fill (with center crop) in'
  const steps = [
    ...(crop.on ? [PREPROCESSING_NAMES['static-crop']] : []),
    ...(isFilled ? ['Fill'] : []),
    ...LOSING.filter((key) => copies > 1 && augmentation[key].on).map(augmentationName),
  ]
  return steps.length > 0 ? steps : ['Resize']
}
