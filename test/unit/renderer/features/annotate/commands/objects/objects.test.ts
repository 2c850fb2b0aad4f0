import { beforeEach, expect, test, vi } from 'vitest'
import { isPlaced } from '#common/annotation/shape'
import { sentenceOf } from '#common/messages/sentence'
import { type OrderStep, orderChanges } from '#renderer/features/annotate/commands/objects/drawing-order'
import {
  hideOthers,
  markCrowd,
  moveInOrder,
  showAll,
  toggleGroup,
  toggleLock,
} from '#renderer/features/annotate/commands/objects/objects'
import { removeShapes, selectAll } from '#renderer/features/annotate/commands/shapes/shapes'
import { withGroups } from '#renderer/features/annotate/editor/edits/groups'
import { foundObjects } from '#renderer/features/annotate/panels/inspector/found-objects'
import { drag, screen, stubLocalStorage } from '../../editor/screen.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubLocalStorage()
})

/** A screen with three boxes beside each other, the first one drawn first. */
async function threeBoxes() {
  const { editor } = await screen()
  for (const x of [100, 300, 500]) drag(editor, [x, 100], [x + 100, 200])
  editor.arm('select')
  const ids = editor.shapes.map(({ id }) => id)
  const nameOf = (id: string) => ids.findIndex((each) => each === id) + 1
  const click = (x: number) => drag(editor, [x, 150], [x, 150])
  return { editor, ids, click, selected: () => editor.state.selection.map(nameOf).toSorted((a, b) => a - b), nameOf }
}

test('a locked shape is neither picked, moved nor deleted until it is unlocked in the list', async () => {
  const { editor, ids, click, selected } = await threeBoxes()
  toggleLock(editor, ids.slice(0, 1))

  click(150)
  expect(selected()).toEqual([])
  selectAll(editor)
  expect(selected()).toEqual([2, 3])
  editor.select(ids.slice(0, 1))
  removeShapes(editor)
  drag(editor, [150, 150], [250, 250])
  expect(editor.shapes[0]).toMatchObject({ isLocked: true, box: { x0: 100, y0: 100 } })

  toggleLock(editor, ids.slice(0, 1))
  click(150)
  expect([selected(), editor.document?.undo.slice(-2).map(sentenceOf)]).toEqual([
    [1],
    ['Lock 1 shape', 'Unlock 1 shape'],
  ])
})

test('a shape is marked as a crowd, stays one when it is moved, and is a single object again', async () => {
  const { editor, ids } = await threeBoxes()
  editor.select(ids.slice(0, 1))
  markCrowd(editor, true)

  drag(editor, [150, 150], [160, 160])
  expect(editor.shapes[0]).toMatchObject({ crowd: true, box: { x0: 110, y0: 110 } })

  markCrowd(editor, false)
  expect(editor.shapes[0]).not.toHaveProperty('crowd')
  expect(editor.document?.undo.map(sentenceOf)).toContain('Mark 1 shape as crowd')
})

test('a group is picked as one, each of it alone with Alt, and parted by the same key', async () => {
  const { editor, ids, click, selected } = await threeBoxes()
  editor.select(ids.slice(0, 2))
  toggleGroup(editor)

  editor.select([])
  click(150)
  expect(selected()).toEqual([1, 2])
  const shapes = editor.shapes.filter(isPlaced)
  const [first] = ids
  const next = first === undefined ? [] : [first]
  expect(withGroups({ before: [], next, isAdding: false, isAlone: true }, shapes)).toEqual(next)
  expect(withGroups({ before: ids, next: ids.slice(1), isAdding: true, isAlone: false }, shapes)).toEqual(ids.slice(2))

  toggleGroup(editor)
  editor.select([])
  click(150)
  expect(selected()).toEqual([1])
})

test.each<[OrderStep, number, readonly number[]]>([
  ['forward', 0, [2, 1, 3]],
  ['backward', 2, [1, 3, 2]],
  ['front', 0, [2, 3, 1]],
  ['back', 2, [3, 1, 2]],
  ['front', 2, [1, 2, 3]],
])('in drawing order %s moves shape %i of three to %j', async (step, place, order) => {
  const { editor, ids, nameOf } = await threeBoxes()
  editor.select(ids.slice(place, place + 1))

  moveInOrder(editor, step)

  expect(editor.shapes.map(({ id }) => nameOf(id))).toEqual(order)
})

test('shapes that share a place in drawing order are told apart when one of them moves', async () => {
  const { editor } = await threeBoxes()
  const level = editor.shapes.map((shape) => ({ ...shape, z: 1 }))

  const changes = orderChanges(level, new Set(level.slice(0, 1).map(({ id }) => id)), 'forward')

  expect(changes.map(({ after }) => [after?.id, after?.z])).toEqual([
    [level[0]?.id, 2],
    [level[2]?.id, 3],
  ])
})

test('all but the selection is hidden and shown again, and objects are found by class, number and state', async () => {
  const { editor, ids, nameOf } = await threeBoxes()
  toggleLock(editor, ids.slice(1, 2))
  editor.select(ids.slice(0, 1))

  hideOthers(editor)
  const { hidden } = editor.state
  const found = (typed: string) => foundObjects(editor.named, { typed, hidden }).map(({ shape }) => nameOf(shape.id))
  expect([found('car 2'), found('LOCKED'), found('hidden'), found('bus')]).toEqual([[2], [2], [2, 3], []])

  showAll(editor)
  expect(editor.state.hidden.size).toBe(0)
})
