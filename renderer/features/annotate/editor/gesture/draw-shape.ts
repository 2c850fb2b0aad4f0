import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { crossingShape } from '#renderer/tools/outlines/crossing'
import { describeShapes } from '../../model/describe.ts'
import { isEditable } from '../../model/document/document-state.ts'
import type { Drawn } from '../../model/editor-state.ts'
import { drawEdit } from '../../model/new-shape.ts'
import type { EditorPort } from '../editor-port.ts'

const NO_CLASSES: readonly LabelClass[] = []

/** A drawn shape becomes an edit of its own image, whichever is on screen. */
export function drawShape(editor: EditorPort, drawn: Drawn, classId: ClassId): void {
  const document = editor.documents.view(drawn.image)
  if (!isEditable(document)) return editor.say({ kind: 'discarded', drawn: [drawn] })
  const edit = drawEdit(drawn, { document, classId, classes: editor.state.classes ?? NO_CLASSES })
  if (!editor.documents.commit(drawn.image, edit)) return editor.say({ kind: 'discarded', drawn: [drawn] })
  editor.set({ discarded: undefined, lastAct: undefined })
  const crossing = crossingShape(edit)
  if (crossing !== undefined) editor.say({ kind: 'crossing', shape: crossing })
  const ids = edit.changes.flatMap(({ after }) => after?.id ?? [])
  editor.announce(describeShapes(ids, { areDrawn: true, shapes: editor.named }))
}
