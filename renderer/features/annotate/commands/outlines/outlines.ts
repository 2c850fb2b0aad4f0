import { reshaping } from '#renderer/tools/kinds/reshape'
import { SELECT } from '#renderer/tools/kinds/select'
import { type Combination, isArea } from '#renderer/tools/outlines/combine'
import { combineEdit } from '#renderer/tools/outlines/edits'
import type { Purpose } from '#renderer/tools/reshape/reshape'
import type { Editor } from '../../editor/editor.ts'
import { selectedShapes } from '../shapes/shapes.ts'
import { PURPOSE_WORDS } from './words.ts'

/** Makes one shape of the selected areas; the first one that was selected is the one that stays. */
export function combineSelected(editor: Editor, how: Combination): void {
  editor.settle()
  const { frame } = editor.state
  if (!frame) return
  const result = combineEdit(selectedShapes(editor), how, frame)
  if (!result.ok) return editor.say({ kind: 'outline-refused', refusal: result.error })
  const { edit, select } = result.value
  if (editor.edit(edit)) editor.select(select)
}

/** With several areas selected they are combined; with one, what is added to it or taken away is drawn first. */
export function combineOrDraw(editor: Editor, how: 'unite' | 'subtract'): void {
  if (selectedShapes(editor).length > 1) combineSelected(editor, how)
  else armReshape(editor, how === 'unite' ? 'add' : 'remove')
}

/** The next outlines or lines that are drawn change the selected areas. */
export function armReshape(editor: Editor, purpose: Purpose): void {
  const areas = selectedShapes(editor).filter(isArea)
  if (areas.length === 0) return editor.say({ kind: 'outline-refused', refusal: 'no-area' })
  if (areas.every(({ isLocked }) => isLocked === true))
    return editor.say({ kind: 'outline-refused', refusal: 'locked' })
  editor.arm(SELECT.id)
  editor.set({ armed: reshaping(purpose) })
  editor.announce(PURPOSE_WORDS[purpose].announced)
}

export function leaveReshape(editor: Editor): void {
  editor.arm(SELECT.id)
}
