import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { GroupId, ShapeId } from '#common/ids'
import { plural } from '#renderer/kit/format'
import { newShapeId } from '../workbench/new-shape.ts'
import { selectedShapes } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { type OrderStep, orderChanges } from './drawing-order.ts'

/** Locks shapes against the canvas, or unlocks them when all of them are locked. */
export function toggleLock(bench: Workbench, ids: readonly ShapeId[] = bench.bench.selection): void {
  bench.settle()
  const shapes = ids.flatMap((id) => bench.shape(id) ?? [])
  const isLocking = shapes.some(({ isLocked }) => !isLocked)
  const changes = shapes
    .filter(({ isLocked }) => isLocking !== (isLocked === true))
    .map((before) => ({ before, after: isLocking ? { ...before, isLocked: true as const } : unlocked(before) }))
  bench.edit({ label: `${isLocking ? 'Lock' : 'Unlock'} ${plural(changes.length, 'shape')}`, changes })
}

function unlocked(shape: PlacedShape): PlacedShape {
  const { isLocked: _, ...others } = shape
  return others
}

/** Makes one group of the selection, or parts it when it is one already. */
export function toggleGroup(bench: Workbench): void {
  bench.settle()
  const shapes = selectedShapes(bench)
  const [first] = shapes
  const isGroup = first?.group !== undefined && shapes.every(({ group }) => group === first.group)
  if (!isGroup && shapes.length < 2) return bench.announce('Select two shapes or more to group them')
  const group = brand<GroupId>(newShapeId())
  bench.edit({
    label: `${isGroup ? 'Ungroup' : 'Group'} ${plural(shapes.length, 'shape')}`,
    changes: shapes.map((before) => ({ before, after: isGroup ? ungrouped(before) : { ...before, group } })),
  })
}

/** All shapes of a shape's group. */
export function selectGroup(bench: Workbench, { group }: Pick<PlacedShape, 'group'>): void {
  bench.select(bench.shapes.filter((shape) => isPlaced(shape) && shape.group === group).map(({ id }) => id))
}

function ungrouped(shape: PlacedShape): PlacedShape {
  const { group: _, ...others } = shape
  return others
}

const ORDER_LABELS: Readonly<Record<OrderStep, string>> = {
  forward: 'Bring forward',
  backward: 'Send backward',
  front: 'Bring to the front',
  back: 'Send to the back',
}

export function moveInOrder(bench: Workbench, step: OrderStep): void {
  bench.settle()
  const ids = new Set(selectedShapes(bench).map(({ id }) => id))
  const changes = orderChanges((bench.document?.shapes ?? []).filter(isPlaced), ids, step)
  if (changes.length === 0) return bench.announce('It is there already')
  bench.edit({ label: `${ORDER_LABELS[step]}: ${plural(ids.size, 'shape')}`, changes })
}

/** Nothing is written; with the next picture all is shown again. */
export function hideOthers(bench: Workbench): void {
  const kept = new Set(bench.bench.selection)
  const others = (bench.document?.shapes ?? []).filter((shape) => isPlaced(shape) && !kept.has(shape.id))
  bench.set({ hidden: new Set(others.map(({ id }) => id)) })
  bench.announce(`${plural(others.length, 'other shape')} hidden`)
}

export function showAll(bench: Workbench): void {
  const amount = bench.bench.hidden.size
  bench.set({ hidden: new Set() })
  bench.announce(`${plural(amount, 'shape')} shown`)
}

/** The field that filters the list of objects, where that is on screen. */
export function focusObjectFilter(bench: Workbench): void {
  const field = document.querySelector<HTMLInputElement>('[data-object-filter] input')
  if (field) field.focus()
  else bench.announce('The list of objects is not on screen')
}
