import { withDefaults } from '#common/annotation/attribute'
import type { Change } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape, shapeBounds } from '#common/annotation/shape'
import type { Visibility } from '#common/annotation/skeleton'
import type { LabelClass } from '#common/contract/projects'
import type { Box } from '#common/geometry/box'
import { normalAngle, type RotatedBox } from '#common/geometry/rotated-box'
import type { ClassId, ShapeId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { revealBox } from '#renderer/canvas/viewport'
import { labellingOf } from '#renderer/data/project-type'
import { clampMove, rounded } from '#renderer/tools/frame'
import { movedShape } from '#renderer/tools/grips'
import { anchorOf } from '#renderer/tools/turn'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { noteClass } from '../../editor/recent-classes.ts'
import { newShapeId, nextZ } from '../../model/new-shape.ts'
import { fitSelection } from '../view/view.ts'
import { pressWholeClass, toggleWholeClass } from '../whole/whole-classes.ts'

/** How far a copy lies from its original on the same image, in image pixels. */
const COPY_OFFSET = 10

/** Shapes that were copied; they can be put on another image. */
let clipboard: readonly PlacedShape[] = []

/** The selected shapes that can be changed: those that are not locked. */
export function selectedShapes(editor: Editor): readonly PlacedShape[] {
  return freeShapes(editor, editor.state.selection)
}

function freeShapes(editor: Editor, ids: readonly ShapeId[]): readonly PlacedShape[] {
  return ids.flatMap((id) => editor.shape(id) ?? []).filter(({ isLocked }) => !isLocked)
}

export function removeShapes(editor: Editor, ids: readonly ShapeId[] = editor.state.selection): void {
  editor.settle()
  const shapes = freeShapes(editor, ids)
  if (shapes.length === 0) return editor.announce(t('Locked. Unlock it in the list first'))
  const [only] = shapes
  const label =
    only && shapes.length === 1
      ? editName('edit-delete', { kind: kindName(only.kind) })
      : editName('edit-delete-shapes', { count: shapes.length })
  if (!editor.edit({ label, changes: shapes.map((before) => ({ before, after: null })) })) return
  const removed = new Set(shapes.map(({ id }) => id))
  editor.set({ selection: editor.state.selection.filter((id) => !removed.has(id)) })
}

/** The class for the selection, or for the image as a whole; without either it is armed for what is drawn next. */
export function giveClass(editor: Editor, classId: ClassId): void {
  const { selection, classes, projectType } = editor.state
  if (labellingOf(projectType) === 'classes') {
    toggleWholeClass(editor, classId)
    return
  }
  if (selection.length === 0) {
    editor.armClass(classId)
    const name = classes?.find(({ id }) => id === classId)?.name ?? t('Class')
    return editor.announce(t('{{name}} armed', { name }))
  }
  giveSelectionClass(editor, classId)
}

function giveSelectionClass(editor: Editor, classId: ClassId): void {
  editor.settle()
  const label = editor.state.classes?.find(({ id }) => id === classId)
  const others = selectedShapes(editor).filter((shape) => shape.classId !== classId)
  const fitting = others.filter((shape) => fits(shape, label))
  if (fitting.length < others.length) editor.say({ kind: 'other-points', name: label?.name ?? t('this class') })
  const changes: Change[] = fitting.map((before) => ({
    before,
    after: withDefaults({ ...before, classId }, label?.attributes),
  }))
  if (changes.length === 0) return
  noteClass(editor.project, classId)
  editor.edit({ label: editName('edit-change-class', { count: changes.length }), changes })
}

/** The points of an object are told by their place in the skeleton of its class. */
function fits(shape: PlacedShape, label: LabelClass | undefined): boolean {
  return shape.kind !== 'keypoints' || label?.skeleton?.points.length === shape.points.length
}

/** The class whose key was pressed. */
export function pressClass(editor: Editor, classId: ClassId): void {
  if (labellingOf(editor.state.projectType) === 'classes') pressWholeClass(editor, classId)
  else giveClass(editor, classId)
}

/** The same by the place of the class in the project's order. */
export function giveClassAt(editor: Editor, place: number): void {
  const found = editor.state.classes?.[place]
  if (found) pressClass(editor, found.id)
}

/** Width and height of the one selected box, about its upper left corner. */
export function resizeSelected(editor: Editor, size: { readonly width?: number; readonly height?: number }): void {
  editor.settle()
  const [before, ...others] = selectedShapes(editor)
  const { frame } = editor.state
  if (before?.kind !== 'box' || others.length > 0 || !frame) return
  const { x0, y0, x1, y1 } = before.box
  const box = {
    x0,
    y0,
    x1: size.width === undefined ? x1 : rounded(Math.min(frame.width, x0 + size.width)),
    y1: size.height === undefined ? y1 : rounded(Math.min(frame.height, y0 + size.height)),
  }
  if (box.x1 !== x1 || box.y1 !== y1)
    editor.edit({
      label: editName('edit-resize', { kind: kindName('box') }),
      changes: [{ before, after: { ...before, box } }],
    })
}

/** Sides and angle of the one selected rotated box, about its center. */
export function setRotatedBox(editor: Editor, part: Partial<Pick<RotatedBox, 'width' | 'height' | 'angle'>>): void {
  editor.settle()
  const [before, ...others] = selectedShapes(editor)
  if (before?.kind !== 'rotated-box' || others.length > 0) return
  const box = { ...before.box, ...part, angle: normalAngle(part.angle ?? before.box.angle) }
  const kind = kindName('rotated-box')
  const label = part.angle === undefined ? editName('edit-resize', { kind }) : editName('edit-turn', { kind })
  editor.edit({ label, changes: [{ before, after: { ...before, box } }] })
}

/** Sets the visibility of a point of the one selected object. A point without a place is put into the middle of the box, to be dragged. */
export function setVisibility(editor: Editor, point: number, visibility: Visibility): void {
  editor.settle()
  const [before, ...others] = selectedShapes(editor)
  const known = before?.kind === 'keypoints' && others.length === 0 ? before.points[point] : undefined
  if (before?.kind !== 'keypoints' || !known || known.visibility === visibility) return
  const place = known.visibility === 0 ? middleOfBox(before.box) : { x: known.x, y: known.y }
  const next = visibility === 0 ? { x: 0, y: 0, visibility } : { ...place, visibility }
  const after = { ...before, points: before.points.with(point, next) }
  editor.edit({ label: VISIBILITY_LABELS[visibility], changes: [{ before, after }] })
}

const VISIBILITY_LABELS: Readonly<Record<Visibility, Message>> = {
  0: editName('edit-remove-point'),
  1: editName('edit-point-hidden'),
  2: editName('edit-point-visible'),
}

function middleOfBox({ x0, y0, x1, y1 }: Box): { x: number; y: number } {
  return { x: rounded((x0 + x1) / 2), y: rounded((y0 + y1) / 2) }
}

export function copySelected(editor: Editor): void {
  const shapes = selectedShapes(editor)
  if (shapes.length === 0) return
  clipboard = shapes
  editor.announce(t('{{count}} shapes copied', { count: shapes.length }))
}

/** The shapes in the clipboard. */
export function copiedShapes(): readonly PlacedShape[] {
  return clipboard
}

export function pasteCopied(editor: Editor): void {
  addCopies(editor, clipboard, (count) => editName('edit-paste', { count }))
}

export function duplicateSelected(editor: Editor): void {
  editor.settle()
  addCopies(editor, selectedShapes(editor), (count) => editName('edit-duplicate', { count }))
}

function addCopies(editor: Editor, originals: readonly PlacedShape[], labelOf: (count: number) => Message): void {
  const document = editor.document
  const { frame } = editor.state
  if (!document || !frame || originals.length === 0) return
  const isHere = originals.some(({ id }) => editor.shape(id) !== undefined)
  const by = isHere ? { x: COPY_OFFSET, y: COPY_OFFSET } : { x: 0, y: 0 }
  const z = nextZ(document.shapes)
  const copies = originals.flatMap((shape, i) => {
    const anchor = anchorOf(shape, shapeBounds(shape))
    const fits = anchor.x1 - anchor.x0 <= frame.width && anchor.y1 - anchor.y0 <= frame.height
    return fits ? [{ ...movedShape(shape, clampMove(anchor, by, frame)), id: newShapeId(), z: z + i }] : []
  })
  const label = labelOf(copies.length)
  if (editor.edit({ label, changes: copies.map((after) => ({ before: null, after })) }))
    editor.select(copies.map(({ id }) => id))
}

/** The placed shapes of the image, in drawing order. */
function placedShapes(editor: Editor): readonly PlacedShape[] {
  return (editor.document?.shapes ?? []).filter(isPlaced)
}

export function selectAll(editor: Editor): void {
  const { hidden } = editor.state
  const free = placedShapes(editor).filter(({ id, isLocked }) => !hidden.has(id) && !isLocked)
  editor.select(free.map(({ id }) => id))
}

/** The next shape upwards or downwards in drawing order, brought into sight. */
export function selectNeighbour(editor: Editor, by: 1 | -1): void {
  const { hidden, selection } = editor.state
  const shapes = placedShapes(editor).filter(({ id }) => !hidden.has(id))
  if (shapes.length === 0) return
  const place = shapes.findIndex(({ id }) => id === selection.at(-1))
  const start = place === -1 ? (by === 1 ? -1 : 0) : place
  const next = shapes[(start + by + shapes.length) % shapes.length]
  if (next) selectAndReveal(editor, next.id)
  if (next && editor.state.options.zoomsToNext) fitSelection(editor)
}

export function selectAndReveal(editor: Editor, id: ShapeId): void {
  const shape = editor.shape(id)
  const { viewport, view } = editor.state
  if (!shape) return
  editor.select([id])
  editor.set({ viewport: revealBox(viewport, shapeBounds(shape), view) })
}

/** Hidden for as long as the image is on screen; nothing is written. */
export function toggleHidden(editor: Editor, ids: readonly ShapeId[]): void {
  const hidden = new Set(editor.state.hidden)
  const isHiding = ids.some((id) => !hidden.has(id))
  for (const id of ids) {
    if (isHiding) hidden.add(id)
    else hidden.delete(id)
  }
  editor.set({ hidden })
  const count = ids.length
  editor.announce(isHiding ? t('{{count}} shapes hidden', { count }) : t('{{count}} shapes shown', { count }))
}
