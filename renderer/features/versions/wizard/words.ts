import { describeSettings } from '#common/versions/describe'
import type { ResizeFormat } from '#common/versions/preprocessing'
import { plural } from '#renderer/kit/format'
import { type AugmentStep, type Draft, settingsOf, stepsOn } from './draft.ts'

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
  const lines = describeSettings({ preprocessing: settingsOf(draft).preprocessing, augmentation: {} })
  return lines.length > 0 ? lines : ['Images as they are']
}

/** The line below "Augment" in the list of steps. */
export function augmentLine(draft: Draft): string {
  const steps = stepsOn(draft).length
  return steps === 0 ? 'Off' : `${plural(steps, 'step')}, up to ${draft.copies}×`
}

/** The value of a step, printed beside its name while it is on. */
export function stepValue(draft: Draft, step: AugmentStep): string {
  const { augmentation } = settingsOf({ ...draft, [step]: { ...draft[step], on: true } })
  const [line = ''] = describeSettings({ preprocessing: {}, augmentation: { [step]: augmentation[step] } })
  return line.slice(line.indexOf(' ') + 1)
}

/** What the settings cost in the pictures shown; undefined when nothing is lost. */
export function lossSentence(
  draft: Draft,
  { dropped, shapes }: { readonly dropped: number; readonly shapes: number },
): string | undefined {
  if (dropped === 0) return undefined
  const culprits = losingSteps(draft)
  const verb = culprits.length > 1 ? 'drop' : 'drops'
  return `${culprits.join(' and ')} ${verb} ${dropped} of ${plural(shapes, 'shape')} in this preview`
}

/** Only steps that move things over an edge can lose a shape; a resize can shrink one below a pixel. */
function losingSteps({ rotate, resize }: Draft): readonly string[] {
  const steps: string[] = []
  if (resize.on && resize.format === 'Fill (with center crop) in') steps.push('Fill')
  if (rotate.on) steps.push('Rotate')
  return steps.length > 0 ? steps : ['Resize']
}
