import type { LabelClass } from '#common/contract/projects'
import { wholeClasses } from '../commands/whole/whole-classes.ts'
import { useDocument, useEditorState } from '../editor/hooks/session.tsx'

/** The classes of the image on screen. */
export function useWholeClasses(): readonly LabelClass[] {
  const classes = useEditorState((state) => state.classes)
  const shapes = useDocument((document) => document?.shapes)
  return wholeClasses(shapes, classes)
}
