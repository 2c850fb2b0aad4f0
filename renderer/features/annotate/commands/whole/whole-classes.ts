import type { AnnotationDocument, Change } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import type { Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { shorten } from '#common/text'
import type { Editor } from '../../editor/editor.ts'
import { isEditable } from '../../model/document/document-state.ts'
import { newShapeId, nextZ } from '../../model/new-shape.ts'
import { goBy } from '../queue/queue.ts'

type WholeShape = Extract<Shape, { kind: 'whole' }>

/** The classes that the image as a whole is of, in the order of the project's classes. */
export function wholeClasses(
  shapes: AnnotationDocument | undefined,
  classes: readonly LabelClass[] | undefined,
): readonly LabelClass[] {
  const given = shapes && wholeClassIds(shapes)
  return classes?.filter(({ id }) => given?.has(id)) ?? []
}

const wholes = new WeakMap<AnnotationDocument, ReadonlySet<ClassId>>()

/** Which classes the image as a whole is of. Looked for once, however many ask: an image may have ten thousand shapes. */
export function wholeClassIds(shapes: AnnotationDocument): ReadonlySet<ClassId> {
  const known = wholes.get(shapes)
  if (known) return known
  const given = new Set(wholeShapes(shapes).map(({ classId }) => classId))
  wholes.set(shapes, given)
  return given
}

/** Gives the image the class or takes it away: one gesture. Of one class an image, the new one takes the place of the old. */
export function toggleWholeClass(editor: Editor, classId: ClassId): 'given' | 'taken' | undefined {
  const { document } = editor
  const name = shorten(editor.state.classes?.find(({ id }) => id === classId)?.name ?? 'class')
  if (!document) return undefined
  const given = wholeShapes(document.shapes)
  const same = given.filter((shape) => shape.classId === classId)
  if (same.length > 0) {
    const changes = same.map((before): Change => ({ before, after: null }))
    return editor.edit({ label: editName('edit-remove-class', { name }), changes }) ? 'taken' : undefined
  }
  const isOnly = editor.state.projectType === 'single-label-classification'
  const dropped = isOnly ? given.map((before): Change => ({ before, after: null })) : []
  const after: Shape = { id: newShapeId(), classId, z: nextZ(document.shapes), origin: 'hand', kind: 'whole' }
  return editor.edit({ label: editName('edit-assign-class', { name }), changes: [...dropped, { before: null, after }] })
    ? 'given'
    : undefined
}

/** Keys that were pressed before the labels of their image were there, in order. */
const early = new WeakMap<Editor, ClassId[]>()

/** The key of a class. Quick hands are ahead of the labels: a key that comes too early counts as soon as they are there. */
export function pressWholeClass(editor: Editor, classId: ClassId): void {
  const waiting = early.get(editor)
  if (waiting) waiting.push(classId)
  else if (isEditable(editor.document)) answerKey(editor, classId)
  else void answerLater(editor, [classId])
}

/** Keys are for the image that was on screen and those they lead to; if somebody goes elsewhere meanwhile they are void. */
async function answerLater(editor: Editor, keys: ClassId[]): Promise<void> {
  early.set(editor, keys)
  let { image } = editor.state
  for (let key = keys[0]; key !== undefined && image !== undefined; key = keys[0]) {
    await editor.documents.open(image)
    if (editor.state.image !== image || !isEditable(editor.document)) break
    keys.shift()
    answerKey(editor, key)
    image = editor.state.image
  }
  early.delete(editor)
}

/** With one class an image its key may lead to the next image. */
function answerKey(editor: Editor, classId: ClassId): void {
  const { projectType, options } = editor.state
  const done = toggleWholeClass(editor, classId)
  if (done !== 'given' || projectType !== 'single-label-classification' || !options.goesOn) return
  const said = editor.state.announcement
  goBy(editor, 1)
  editor.announce(said)
}

function wholeShapes(shapes: AnnotationDocument): readonly WholeShape[] {
  return shapes.filter((shape) => shape.kind === 'whole')
}
