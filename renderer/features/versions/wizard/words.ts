import { augmentationName } from '#common/versions/describe-augmentation'
import { preprocessingLine, preprocessingLines } from '#common/versions/describe-preprocessing'
import type { Preprocessing, ResizeFormat } from '#common/versions/preprocessing'
import { type AugmentationKey, isSwitch, type PreprocessingKey } from '#common/versions/steps'
import { share } from '#common/versions/wording'
import { listed } from '#renderer/words/listed'
import { midSentence } from '#renderer/words/mid-sentence'
import { t } from '#renderer/words/words'
import { WORDING } from '../recipe.ts'
import type { Draft } from './draft/draft.ts'
import { settingsOf, stepsOn } from './draft/settings.ts'
import { PREPROCESSING_NAMES } from './obstacles.ts'

export const RESIZE_NAMES: Readonly<Record<ResizeFormat, string>> = {
  'Stretch to': t('Stretch to'),
  'Fill (with center crop) in': t('Fill (with center crop) in'),
  'Fit within': t('Fit within'),
  'Fit (reflect edges) in': t('Fit (reflect edges) in'),
  'Fit (black edges) in': t('Fit (black edges) in'),
  'Fit (white edges) in': t('Fit (white edges) in'),
}

/** The effect of each resize mode on an image of the given size, in a plain sentence. */
export const RESIZE_SENTENCES: Readonly<Record<ResizeFormat, (size: string) => string>> = {
  'Stretch to': (size) => t('Scales to exactly {{size}}. Proportions change.', { size }),
  'Fill (with center crop) in': (size) => t('Covers {{size}} and cuts off what sticks out, shapes too.', { size }),
  'Fit within': (size) => t('Shrinks to fit in {{size}}. Sizes differ; small images stay small.', { size }),
  'Fit (reflect edges) in': (size) => t('Fits in {{size}}. The rest mirrors the image, shapes too.', { size }),
  'Fit (black edges) in': (size) => t('Fits in {{size}}. The rest is black.', { size }),
  'Fit (white edges) in': (size) => t('Fits in {{size}}. The rest is white.', { size }),
}

/** The lines below "Preprocess" in the list of steps. */
export function preprocessLines(draft: Draft): readonly string[] {
  const lines = preprocessingLines(settingsOf(draft).preprocessing, WORDING)
  return lines.length > 0 ? lines : [t('Images as they are')]
}

/** Settings of an active step, as text beside its name. */
export function preprocessingValue(key: PreprocessingKey, preprocessing: Preprocessing): string | undefined {
  if (isSwitch(key)) return undefined
  // The name is that of the others.
  if (key === 'filter-null')
    return t('at most {{share}}', { share: share(100 - (preprocessing[key]?.percent ?? 0), WORDING) })
  const line = preprocessingLine(key, preprocessing, WORDING)
  if (line === undefined) return t('nothing chosen')
  // Names of classes stay as they are.
  return key === 'remap' ? line.rest : midSentence(line.rest)
}

/** The line below "Augment" in the list of steps. */
export function augmentLine(draft: Draft): string {
  const steps = stepsOn(draft).length
  return steps === 0 ? t('Off') : t('{{count}} steps, up to {{copies}}×', { count: steps, copies: draft.copies })
}

/** Cost of the settings in the images shown; undefined when nothing is lost. */
export function lossSentence(
  draft: Draft,
  { dropped, shapes }: { readonly dropped: number; readonly shapes: number },
): string | undefined {
  if (dropped === 0) return undefined
  const culprits = losingSteps(draft)
  const loss = { steps: listed(culprits), dropped, shapes: t('{{count}} shapes', { count: shapes }) }
  return culprits.length > 1
    ? t('{{steps}} drop {{dropped}} of {{shapes}} in this preview', loss)
    : t('{{steps}} drops {{dropped}} of {{shapes}} in this preview', loss)
}

/** Steps that move things over an edge, or cover them. */
const LOSING: readonly AugmentationKey[] = ['crop', 'rotate', 'shear', 'cutout', 'mosaic']

/** Where none of them is on, a resize has shrunk a shape below a pixel. */
function losingSteps({ preprocessing, augmentation, copies }: Draft): readonly string[] {
  const { resize, 'static-crop': crop } = preprocessing
  const isFilled = resize.on && resize.settings.format === 'Fill (with center crop) in'
  const steps = [
    ...(crop.on ? [PREPROCESSING_NAMES['static-crop']] : []),
    ...(isFilled ? [t('Fill')] : []),
    ...LOSING.filter((key) => copies > 1 && augmentation[key].on).map((key) => augmentationName(key, WORDING)),
  ]
  return steps.length > 0 ? steps : [t('Resize')]
}
