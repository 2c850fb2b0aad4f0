import type { SampleWindow } from '#common/contract/pixels'
import { isUnadjusted } from '#renderer/canvas/still/adjust'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { type EditorState, type Tone, UNADJUSTED_VIEW } from '../../model/editor-state.ts'

/** Nothing of this is ever written: it is how the image is looked at. */
export function setTone(editor: Editor, part: Partial<Tone>): void {
  editor.set({ tone: { ...editor.state.tone, ...part } })
}

export function resetTone(editor: Editor): void {
  editor.set(UNADJUSTED_VIEW)
  editor.announce(t('The image is shown as it is'))
}

/** Shown at once from the pixels that are there. */
export function dragSamples(editor: Editor, window: SampleWindow): void {
  editor.set({ draggedSamples: window })
}

/** Let go: exact pixels are made through the window. */
export function chooseSamples(editor: Editor, window: SampleWindow): void {
  editor.set({ samples: window, draggedSamples: undefined })
}

export function isAdjusted({
  tone,
  samples,
  draggedSamples,
}: Pick<EditorState, 'tone' | 'samples' | 'draggedSamples'>) {
  return !isUnadjusted(tone) || samples !== undefined || draggedSamples !== undefined
}
