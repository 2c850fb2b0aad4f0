import type { AnnotationDocument } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { changesBetween } from '#common/annotation/operation'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'

/** Steps to an earlier state of the labels. What is shown stays until that state is known. */
export function lookAtPast(editor: Editor, place: number): void {
  editor.settle()
  const { picker, past } = editor.state
  if (past?.place === place) return
  // Drawn shapes still wait for their class.
  const waiting = picker?.drawn ? picker : undefined
  editor.set({ past: { place, shapes: past?.shapes }, selection: [], hovered: undefined, picker: waiting })
}

/** The labels as they were at that place have arrived; they may be too late, or a person may wait for them. */
export function showPast(editor: Editor, place: number, shapes: AnnotationDocument): void {
  const { past } = editor.state
  if (past?.place !== place) return
  editor.set({ past: { place, shapes, isKnown: true } })
  if (past.goesBack) goBack(editor)
}

export function leavePast(editor: Editor): void {
  if (editor.state.past) editor.set({ past: undefined })
}

/** Restores the annotations of the place that is looked at, once they have arrived: one gesture, which can be undone. */
export function goBack(editor: Editor): void {
  const { past } = editor.state
  const { document } = editor
  if (!past || !document) return
  if (!past.isKnown || !past.shapes) return editor.set({ past: { ...past, goesBack: true } })
  leavePast(editor)
  const changes = changesBetween(document.shapes, past.shapes)
  if (changes.length === 0) return editor.announce(t('Same annotations as now'))
  editor.edit({ label: editName('edit-restore-state'), changes })
}
