import { type Edit, isEmptyEdit } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { erasedInk, inkedEdit, type Painted, paintedInk } from '#common/annotation/paint'
import { inkedMask } from '#common/geometry/painting/ink'
import type { ImageId } from '#common/ids'
import type { PaintWay } from '#renderer/tools/mask/brush'
import type { Commit, PaintVerb } from '#renderer/tools/tool'
import { t } from '#renderer/words/words'
import { armedClass, type Drawn } from '../../model/editor-state.ts'
import { hasOneMaskAClass, paintGround } from '../../model/ground.ts'
import { drawEdit } from '../../model/new-shape.ts'
import type { EditorPort } from '../editor-port.ts'

type Paint = Extract<Commit, { kind: 'paint' }>

/** A stroke becomes one edit: of the masks that it changes, and of the one that it begins. */
export function commitPaint(editor: EditorPort, image: ImageId, { verb, ink }: Paint): void {
  const ground = paintGround(editor.shapes, editor.state)
  const painted = verb === 'paint' ? paintedInk(ink, ground) : erasedInk(ink, ground)
  const edit = verb === 'paint' ? paintEdit(editor, image, painted) : eraseEdit(painted)
  if (!edit) return
  if (isEmptyEdit(edit)) return sayUnchanged(editor, verb)
  if (!editor.edit(edit)) return
  keepSelected(editor, edit)
}

/** A stroke over what is painted already is seen; that a click found nothing is not. */
function sayUnchanged(editor: EditorPort, verb: PaintVerb): void {
  const { paintWay } = editor.state.options
  const text = verb === 'erase' ? t('No mask to erase at this point') : UNCHANGED[paintWay]
  editor.announce(text)
  if (verb === 'erase' || paintWay !== 'stroke') editor.say({ kind: 'said', text })
}

const UNCHANGED: Readonly<Record<PaintWay, string>> = {
  stroke: t('Already painted'),
  lasso: t('Already painted'),
  fill: t('The mask has no hole at this point'),
  wand: t('Pixels of this color are already included'),
}

function eraseEdit({ inked }: Painted): Edit {
  return { label: editName('edit-erase-mask'), ...inkedEdit(inked) }
}

/** The edit of a stroke, or undefined while a new mask waits for the project's first class. */
function paintEdit(editor: EditorPort, image: ImageId, { begun, inked }: Painted): Edit | undefined {
  const { changes, strokes } = inkedEdit(inked)
  const tiles = inkedMask([], begun, 'add')
  if (tiles.length === 0) return { label: editName('edit-paint-mask'), changes, strokes }
  const drawn: Drawn = { image, outline: { kind: 'mask', tiles }, origin: 'hand' }
  const classId = armedClass(editor.state)?.id
  if (classId === undefined) {
    editor.draw(drawn)
    return undefined
  }
  const made = drawEdit(drawn, { document: editor, classId, classes: editor.state.classes ?? [] })
  return { ...made, changes: [...changes, ...made.changes], strokes }
}

/** The mask that was begun is the one to go on with; one that is gone is selected no more. */
function keepSelected(editor: EditorPort, { changes }: Edit): void {
  const made = changes.flatMap(({ before, after }) => (before === null && after ? after.id : []))
  const { selection, projectType } = editor.state
  if (made.length > 0 && !hasOneMaskAClass(projectType)) return editor.select(made)
  const left = selection.filter((id) => editor.shape(id) !== undefined)
  if (left.length < selection.length) editor.set({ selection: left })
}
