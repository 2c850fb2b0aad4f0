import type { Brush } from '#common/geometry/painting/sweep'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { SIZES } from '../../model/brush-options.ts'

export function setBrush(editor: Editor, part: Partial<Brush>): void {
  editor.setOptions({ brush: { ...editor.state.options.brush, ...part } })
}

export function setBrushSize(editor: Editor, size: number): void {
  setBrush(editor, { size: Math.round(Math.min(SIZES.most, Math.max(SIZES.least, size))) })
}

/** One press of a key or one notch of the wheel; small brushes change by a whole pixel at least. */
const STEP = 1.15

export function stepBrushSize(editor: Editor, steps: number): void {
  const { size } = editor.state.options.brush
  const next = Math.round(size * STEP ** steps)
  setBrushSize(editor, next === size ? size + Math.sign(steps) : next)
  editor.announce(t('Brush {{px}} px', { px: editor.state.options.brush.size }))
}
