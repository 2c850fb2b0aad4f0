import type { Editor } from '../../editor/editor.ts'
import { noteClass, recentClasses } from '../../editor/recent-classes.ts'
import { armedClass } from '../../model/editor-state.ts'
import { giveClass, selectedShapes } from '../shapes/shapes.ts'

/** The class before this one, for the selection or armed; a second time leads back. */
export function swapClasses(editor: Editor): void {
  const { project } = editor
  const { classes = [] } = editor.state
  const now = selectedShapes(editor)[0]?.classId ?? armedClass(editor.state)?.id
  const before = recentClasses(project).find((id) => id !== now && classes.some((label) => label.id === id))
  const next = before ?? classes.find(({ id }) => id !== now)?.id
  if (now === undefined || next === undefined) return
  noteClass(project, now)
  giveClass(editor, next)
}
