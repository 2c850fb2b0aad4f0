import type { SampleWindow } from '#common/contract/pixels'
import { isUnadjusted } from '#renderer/canvas/still/adjust'
import { t } from '#renderer/kit/words/words'
import { type Bench, type Tone, UNADJUSTED_VIEW } from '../workbench/bench.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** Nothing of this is ever written: it is how the image is looked at. */
export function setTone(bench: Workbench, part: Partial<Tone>): void {
  bench.set({ tone: { ...bench.bench.tone, ...part } })
}

export function resetTone(bench: Workbench): void {
  bench.set(UNADJUSTED_VIEW)
  bench.announce(t('The image is shown as it is'))
}

/** Shown at once from the pixels that are there. */
export function dragSamples(bench: Workbench, window: SampleWindow): void {
  bench.set({ draggedSamples: window })
}

/** Let go: exact pixels are made through the window. */
export function chooseSamples(bench: Workbench, window: SampleWindow): void {
  bench.set({ samples: window, draggedSamples: undefined })
}

export function isAdjusted({ tone, samples, draggedSamples }: Pick<Bench, 'tone' | 'samples' | 'draggedSamples'>) {
  return !isUnadjusted(tone) || samples !== undefined || draggedSamples !== undefined
}
