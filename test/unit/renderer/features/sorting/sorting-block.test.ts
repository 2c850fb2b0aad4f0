import { expect, test } from 'vitest'
import { classChanges } from '#common/annotation/whole'
import { brand } from '#common/border'
import type { ClassId, ImageId, ShapeId } from '#common/ids'
import { type Block, behind, isIn, movedTo, placeAfter, rangeOf } from '#renderer/features/sorting/block'
import { createSortingStore, withMarks } from '#renderer/features/sorting/sorting-store'

const GRID = { columns: 4, pageRows: 3, total: 10 }

/** Returns the block after a sequence of keys. A plus mark extends it. */
function pressed(keys: readonly string[], from: Block = { focus: 0, anchor: 0 }): Block {
  return keys.reduce((block, key) => {
    const place = placeAfter(key.replace('+', ''), block.focus, GRID)
    return place === undefined ? block : movedTo(block, place, { total: GRID.total, extends: key.startsWith('+') })
  }, from)
}

test('arrows move in the grid and stay in it', () => {
  expect(pressed(['ArrowRight', 'ArrowDown']).focus).toBe(5)
  expect(pressed(['ArrowUp', 'ArrowLeft']).focus).toBe(0)
  expect(pressed(['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown']).focus).toBe(9)
  expect(pressed(['End', 'ArrowRight', 'ArrowUp']).focus).toBe(5)
  expect(pressed(['x'])).toEqual({ focus: 0, anchor: 0 })
})

test('Shift extends a block in either direction, and a key moves beyond it', () => {
  const block = pressed(['End', 'ArrowLeft', '+ArrowUp', '+ArrowLeft'])

  expect(rangeOf(block)).toEqual({ first: 3, last: 8 })
  expect([2, 3, 8, 9].map((place) => isIn(block, place))).toEqual([false, true, true, false])
  expect(behind(block, GRID.total)).toEqual({ focus: 9, anchor: 9 })
  expect(behind({ focus: 9, anchor: 9 }, GRID.total)).toEqual({ focus: 9, anchor: 9 })
  expect(pressed(['ArrowLeft'], block)).toEqual({ focus: 2, anchor: 2 })
})

test('annotations are counted as they are added and removed', () => {
  const [a, b] = [brand<ImageId>('a0000000'), brand<ImageId>('b0000000')]
  const given = { isLabelled: true, isDone: true }
  const first = withMarks(
    createSortingStore().getState(),
    new Map([
      [a, given],
      [b, given],
    ]),
  )

  const second = withMarks({ ...createSortingStore().getState(), ...first }, new Map([[a, { isLabelled: false }]]))

  expect([first.labelled, second.labelled]).toEqual([2, 1])
  expect(second.marks.get(a)).toEqual({ isLabelled: false, isDone: true })
})

test('a class replaces another in single-label projects, and is added in multi-label ones', () => {
  const [boat, quay] = [brand<ClassId>('boat0000'), brand<ClassId>('quay0000')]
  const [one, two] = [brand<ShapeId>('one00000'), brand<ShapeId>('two00000')]
  const was = { id: one, classId: quay, z: 3, origin: 'hand', kind: 'whole' } as const
  const made = { id: two, classId: boat, z: 4, origin: 'hand', kind: 'whole' } as const
  const give = (isOnly: boolean) => classChanges([was], { classId: boat, way: 'give', isOnly, fresh: () => two })

  expect(give(true)).toEqual([
    { before: was, after: null },
    { before: null, after: made },
  ])
  expect(give(false)).toEqual([{ before: null, after: made }])
  expect(classChanges([was], { classId: quay, way: 'give', isOnly: true, fresh: () => two })).toEqual([])
  expect(classChanges([was], { classId: quay, way: 'take', isOnly: true, fresh: () => two })).toEqual([
    { before: was, after: null },
  ])
})
