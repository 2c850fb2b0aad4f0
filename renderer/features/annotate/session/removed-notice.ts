import type { AnnotationDocument } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import type { ImageId } from '#common/ids'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../commands/focus-canvas.ts'
import type { Editor } from '../editor/editor.ts'
import type { DocumentNotice } from '../model/document/ports.ts'

type Removed = Extract<DocumentNotice, { kind: 'removed' }>

/** Objects that others deleted while they were selected here, or changed: they can be had again as they would be. */
export function sayRemoved({ image, shapes, isEdited }: Removed, editor: Editor): void {
  const { image: here, selection } = editor.state
  const told = isEdited ? shapes : shapes.filter(({ id }) => image === here && selection.includes(id))
  if (told.length === 0) return
  const text = isEdited
    ? t('{{count}} objects that you changed were deleted in another window or by a program', { count: told.length })
    : t('{{count}} selected objects were deleted in another window or by a program', { count: told.length })
  const gone = new Set(shapes.map(({ id }) => id))
  if (image === here) editor.set({ selection: selection.filter((id) => !gone.has(id)) })
  const again = () => {
    focusCanvas()
    drawAgain(editor, image, told)
  }
  // One that comes later leaves this one where it is: each has its own objects to draw again.
  const id = ['removed', image, ...told.map((shape) => shape.id)].join('-')
  notify({ id, text, action: { label: t('Draw again'), onPress: again } })
}

/** Draws the shapes that are still not there. */
function drawAgain(editor: Editor, image: ImageId, shapes: AnnotationDocument): void {
  const there = new Set(editor.documents.view(image)?.shapes.map(({ id }) => id))
  const changes = shapes.flatMap((after) => (there.has(after.id) ? [] : [{ before: null, after }]))
  if (changes.length === 0) return
  const label = editName('edit-draw-shapes', { count: changes.length })
  const isDrawn = editor.documents.commit(image, { label, changes })
  if (isDrawn && image === editor.state.image) editor.select(changes.map(({ after }) => after.id))
}
