import { editName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { GroupId, ShapeId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { newShapeId } from '../../model/new-shape.ts'
import { selectedShapes } from '../shapes/shapes.ts'
import { type OrderStep, orderChanges } from './drawing-order.ts'

/** Locks shapes against the canvas, or unlocks them when all of them are locked. */
export function toggleLock(editor: Editor, ids: readonly ShapeId[] = editor.state.selection): void {
  editor.settle()
  const shapes = ids.flatMap((id) => editor.shape(id) ?? [])
  const isLocking = shapes.some(({ isLocked }) => !isLocked)
  const changes = shapes
    .filter(({ isLocked }) => isLocking !== (isLocked === true))
    .map((before) => ({ before, after: isLocking ? { ...before, isLocked: true as const } : unlocked(before) }))
  const count = changes.length
  const label = isLocking ? editName('edit-lock', { count }) : editName('edit-unlock', { count })
  editor.edit({ label, changes })
}

function unlocked(shape: PlacedShape): PlacedShape {
  const { isLocked: _, ...others } = shape
  return others
}

/** Marks the selected shapes as crowds, or as single objects. */
export function markCrowd(editor: Editor, isCrowd: boolean): void {
  editor.settle()
  const shapes = selectedShapes(editor).filter(({ crowd = false }) => crowd !== isCrowd)
  if (shapes.length === 0) return
  const count = shapes.length
  editor.edit({
    label: isCrowd ? editName('edit-mark-crowd', { count }) : editName('edit-unmark-crowd', { count }),
    changes: shapes.map((before) => ({
      before,
      after: isCrowd ? { ...before, crowd: true as const } : single(before),
    })),
  })
}

function single(shape: PlacedShape): PlacedShape {
  const { crowd: _, ...others } = shape
  return others
}

/** Makes one group of the selection, or parts it when it is one already. */
export function toggleGroup(editor: Editor): void {
  editor.settle()
  const shapes = selectedShapes(editor)
  const [first] = shapes
  const isGroup = first?.group !== undefined && shapes.every(({ group }) => group === first.group)
  if (!isGroup && shapes.length < 2) return editor.announce(t('Select two shapes or more to group them'))
  const group = brand<GroupId>(newShapeId())
  const count = shapes.length
  editor.edit({
    label: isGroup ? editName('edit-ungroup', { count }) : editName('edit-group', { count }),
    changes: shapes.map((before) => ({ before, after: isGroup ? ungrouped(before) : { ...before, group } })),
  })
}

/** All shapes of a shape's group. */
export function selectGroup(editor: Editor, { group }: Pick<PlacedShape, 'group'>): void {
  editor.select(editor.shapes.filter((shape) => isPlaced(shape) && shape.group === group).map(({ id }) => id))
}

function ungrouped(shape: PlacedShape): PlacedShape {
  const { group: _, ...others } = shape
  return others
}

const ORDER_LABELS: Readonly<Record<OrderStep, (count: number) => Message>> = {
  forward: (count) => editName('edit-bring-forward', { count }),
  backward: (count) => editName('edit-send-backward', { count }),
  front: (count) => editName('edit-bring-to-front', { count }),
  back: (count) => editName('edit-send-to-back', { count }),
}

export function moveInOrder(editor: Editor, step: OrderStep): void {
  editor.settle()
  const ids = new Set(selectedShapes(editor).map(({ id }) => id))
  const changes = orderChanges((editor.document?.shapes ?? []).filter(isPlaced), ids, step)
  if (changes.length === 0) return editor.announce(t('Drawing order unchanged'))
  editor.edit({ label: ORDER_LABELS[step](ids.size), changes })
}

/** Nothing is written; with the next image all is shown again. */
export function hideOthers(editor: Editor): void {
  const kept = new Set(editor.state.selection)
  const others = (editor.document?.shapes ?? []).filter((shape) => isPlaced(shape) && !kept.has(shape.id))
  editor.set({ hidden: new Set(others.map(({ id }) => id)) })
  editor.announce(t('{{count}} other shapes hidden', { count: others.length }))
}

export function showAll(editor: Editor): void {
  const amount = editor.state.hidden.size
  editor.set({ hidden: new Set() })
  editor.announce(t('{{count}} shapes shown', { count: amount }))
}

/** The field that filters the list of objects, where that is on screen. */
export function focusObjectFilter(editor: Editor): void {
  const field = document.querySelector<HTMLInputElement>('[data-object-filter] input')
  if (field) field.focus()
  else editor.announce(t('The list of objects is not on screen'))
}
