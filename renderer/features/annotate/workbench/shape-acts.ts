import { withDefaults } from '#common/annotation/attribute'
import type { Change } from '#common/annotation/edit'
import { isPlaced, type PlacedShape, shapeBounds } from '#common/annotation/shape'
import type { Visibility } from '#common/annotation/skeleton'
import type { LabelClass } from '#common/contract/projects'
import type { Box } from '#common/geometry/box'
import { normalAngle, type RotatedBox } from '#common/geometry/rotated-box'
import type { ClassId, ShapeId } from '#common/ids'
import { revealBox } from '#renderer/canvas/viewport'
import { labellingOf } from '#renderer/kit/display/project-type'
import { act, KIND_WORDS } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import { clampMove, rounded } from '#renderer/tools/frame'
import { movedShape } from '#renderer/tools/grips'
import { anchorOf } from '#renderer/tools/turn'
import { noteClass } from '../classes/recent-classes.ts'
import { pressWholeClass, toggleWholeClass } from '../whole/whole-acts.ts'
import { newShapeId, nextZ } from './new-shape.ts'
import { fitSelection } from './view-acts.ts'
import type { Workbench } from './workbench.ts'

/** How far a copy lies from its original on the same image, in image pixels. */
const COPY_OFFSET = 10

/** Shapes that were copied; they can be put on another image. */
let clipboard: readonly PlacedShape[] = []

/** The selected shapes that can be changed: those that are not locked. */
export function selectedShapes(bench: Workbench): readonly PlacedShape[] {
  return freeShapes(bench, bench.bench.selection)
}

function freeShapes(bench: Workbench, ids: readonly ShapeId[]): readonly PlacedShape[] {
  return ids.flatMap((id) => bench.shape(id) ?? []).filter(({ isLocked }) => !isLocked)
}

export function removeShapes(bench: Workbench, ids: readonly ShapeId[] = bench.bench.selection): void {
  bench.settle()
  const shapes = freeShapes(bench, ids)
  if (shapes.length === 0) return bench.announce(t('Locked. Unlock it in the list first'))
  const [only] = shapes
  const label =
    only && shapes.length === 1
      ? act('Delete {{thing}}', { thing: KIND_WORDS[only.kind] })
      : act('Delete {{count}} shapes', { count: shapes.length })
  if (!bench.edit({ label, changes: shapes.map((before) => ({ before, after: null })) })) return
  const removed = new Set(shapes.map(({ id }) => id))
  bench.set({ selection: bench.bench.selection.filter((id) => !removed.has(id)) })
}

/** The class for the selection, or for the image as a whole; without either it is armed for what is drawn next. */
export function giveClass(bench: Workbench, classId: ClassId): void {
  const { selection, classes, projectType } = bench.bench
  if (labellingOf(projectType) === 'classes') {
    toggleWholeClass(bench, classId)
    return
  }
  if (selection.length === 0) {
    bench.armClass(classId)
    const name = classes?.find(({ id }) => id === classId)?.name ?? t('Class')
    return bench.announce(t('{{name}} armed', { name }))
  }
  giveSelectionClass(bench, classId)
}

function giveSelectionClass(bench: Workbench, classId: ClassId): void {
  bench.settle()
  const label = bench.bench.classes?.find(({ id }) => id === classId)
  const others = selectedShapes(bench).filter((shape) => shape.classId !== classId)
  const fitting = others.filter((shape) => fits(shape, label))
  if (fitting.length < others.length) bench.say({ kind: 'other-points', name: label?.name ?? t('this class') })
  const changes: Change[] = fitting.map((before) => ({
    before,
    after: withDefaults({ ...before, classId }, label?.attributes),
  }))
  if (changes.length === 0) return
  noteClass(bench.project, classId)
  bench.edit({ label: act('Change class of {{count}} shapes', { count: changes.length }), changes })
}

/** The points of an object are told by their place in the skeleton of its class. */
function fits(shape: PlacedShape, label: LabelClass | undefined): boolean {
  return shape.kind !== 'keypoints' || label?.skeleton?.points.length === shape.points.length
}

/** The class whose key was pressed. */
export function pressClass(bench: Workbench, classId: ClassId): void {
  if (labellingOf(bench.bench.projectType) === 'classes') pressWholeClass(bench, classId)
  else giveClass(bench, classId)
}

/** The same by the place of the class in the project's order. */
export function giveClassAt(bench: Workbench, place: number): void {
  const found = bench.bench.classes?.[place]
  if (found) pressClass(bench, found.id)
}

/** Width and height of the one selected box, about its upper left corner. */
export function resizeSelected(bench: Workbench, size: { readonly width?: number; readonly height?: number }): void {
  bench.settle()
  const [before, ...others] = selectedShapes(bench)
  const { frame } = bench.bench
  if (before?.kind !== 'box' || others.length > 0 || !frame) return
  const { x0, y0, x1, y1 } = before.box
  const box = {
    x0,
    y0,
    x1: size.width === undefined ? x1 : rounded(Math.min(frame.width, x0 + size.width)),
    y1: size.height === undefined ? y1 : rounded(Math.min(frame.height, y0 + size.height)),
  }
  if (box.x1 !== x1 || box.y1 !== y1)
    bench.edit({
      label: act('Resize {{thing}}', { thing: KIND_WORDS.box }),
      changes: [{ before, after: { ...before, box } }],
    })
}

/** Sides and angle of the one selected rotated box, about its centre. */
export function setRotatedBox(bench: Workbench, part: Partial<Pick<RotatedBox, 'width' | 'height' | 'angle'>>): void {
  bench.settle()
  const [before, ...others] = selectedShapes(bench)
  if (before?.kind !== 'rotated-box' || others.length > 0) return
  const box = { ...before.box, ...part, angle: normalAngle(part.angle ?? before.box.angle) }
  const thing = KIND_WORDS['rotated-box']
  const label = part.angle === undefined ? act('Resize {{thing}}', { thing }) : act('Turn {{thing}}', { thing })
  bench.edit({ label, changes: [{ before, after: { ...before, box } }] })
}

/** What can be seen of a point of the one selected object. One without a place is put into the middle of the box, to be dragged. */
export function setVisibility(bench: Workbench, point: number, visibility: Visibility): void {
  bench.settle()
  const [before, ...others] = selectedShapes(bench)
  const known = before?.kind === 'keypoints' && others.length === 0 ? before.points[point] : undefined
  if (before?.kind !== 'keypoints' || !known || known.visibility === visibility) return
  const place = known.visibility === 0 ? middleOfBox(before.box) : { x: known.x, y: known.y }
  const next = visibility === 0 ? { x: 0, y: 0, visibility } : { ...place, visibility }
  const after = { ...before, points: before.points.with(point, next) }
  bench.edit({ label: VISIBILITY_LABELS[visibility], changes: [{ before, after }] })
}

const VISIBILITY_LABELS: Readonly<Record<Visibility, string>> = {
  0: act('Take point away'),
  1: act('Mark point hidden'),
  2: act('Mark point visible'),
}

function middleOfBox({ x0, y0, x1, y1 }: Box): { x: number; y: number } {
  return { x: rounded((x0 + x1) / 2), y: rounded((y0 + y1) / 2) }
}

export function copySelected(bench: Workbench): void {
  const shapes = selectedShapes(bench)
  if (shapes.length === 0) return
  clipboard = shapes
  bench.announce(t('{{count}} shapes copied', { count: shapes.length }))
}

/** What lies in the clipboard. */
export function copiedShapes(): readonly PlacedShape[] {
  return clipboard
}

export function pasteCopied(bench: Workbench): void {
  addCopies(bench, clipboard, (count) => act('Paste {{count}} shapes', { count }))
}

export function duplicateSelected(bench: Workbench): void {
  bench.settle()
  addCopies(bench, selectedShapes(bench), (count) => act('Duplicate {{count}} shapes', { count }))
}

function addCopies(bench: Workbench, originals: readonly PlacedShape[], labelOf: (count: number) => string): void {
  const document = bench.document
  const { frame } = bench.bench
  if (!document || !frame || originals.length === 0) return
  const isHere = originals.some(({ id }) => bench.shape(id) !== undefined)
  const by = isHere ? { x: COPY_OFFSET, y: COPY_OFFSET } : { x: 0, y: 0 }
  const z = nextZ(document.shapes)
  const copies = originals.flatMap((shape, i) => {
    const anchor = anchorOf(shape, shapeBounds(shape))
    const fits = anchor.x1 - anchor.x0 <= frame.width && anchor.y1 - anchor.y0 <= frame.height
    return fits ? [{ ...movedShape(shape, clampMove(anchor, by, frame)), id: newShapeId(), z: z + i }] : []
  })
  const label = labelOf(copies.length)
  if (bench.edit({ label, changes: copies.map((after) => ({ before: null, after })) }))
    bench.select(copies.map(({ id }) => id))
}

/** What lies in the image, in drawing order. */
function placedShapes(bench: Workbench): readonly PlacedShape[] {
  return (bench.document?.shapes ?? []).filter(isPlaced)
}

export function selectAll(bench: Workbench): void {
  const { hidden } = bench.bench
  const free = placedShapes(bench).filter(({ id, isLocked }) => !hidden.has(id) && !isLocked)
  bench.select(free.map(({ id }) => id))
}

/** The next shape upwards or downwards in drawing order, brought into sight. */
export function selectNeighbour(bench: Workbench, by: 1 | -1): void {
  const { hidden, selection } = bench.bench
  const shapes = placedShapes(bench).filter(({ id }) => !hidden.has(id))
  if (shapes.length === 0) return
  const place = shapes.findIndex(({ id }) => id === selection.at(-1))
  const start = place === -1 ? (by === 1 ? -1 : 0) : place
  const next = shapes[(start + by + shapes.length) % shapes.length]
  if (next) selectAndReveal(bench, next.id)
  if (next && bench.bench.options.zoomsToNext) fitSelection(bench)
}

export function selectAndReveal(bench: Workbench, id: ShapeId): void {
  const shape = bench.shape(id)
  const { viewport, view } = bench.bench
  if (!shape) return
  bench.select([id])
  bench.set({ viewport: revealBox(viewport, shapeBounds(shape), view) })
}

/** Hidden for as long as the image is on screen; nothing is written. */
export function toggleHidden(bench: Workbench, ids: readonly ShapeId[]): void {
  const hidden = new Set(bench.bench.hidden)
  const isHiding = ids.some((id) => !hidden.has(id))
  for (const id of ids) {
    if (isHiding) hidden.add(id)
    else hidden.delete(id)
  }
  bench.set({ hidden })
  const count = ids.length
  bench.announce(isHiding ? t('{{count}} shapes hidden', { count }) : t('{{count}} shapes shown', { count }))
}
