import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invertEdit } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { shapeIou } from '#common/annotation/overlap'
import { type Proposal, settledAfter } from '#common/annotation/proposal'
import { acceptEdit, rejectEdit } from '#common/annotation/settle'
import { brand } from '#common/border'
import type { ClassId, ProposalId } from '#common/ids'
import { applied, boxShape, polygonShape } from './shapes.ts'

function proposal(name: string, className: string): Proposal {
  const form = { kind: 'box', box: { x0: 1, y0: 2, x1: 11, y1: 12 } } as const
  return { id: brand<ProposalId>(name.padEnd(8, '0')), source: 'm', className, score: null, form }
}

const boat = brand<ClassId>('boatBoat')
const fresh = () => brand<ClassId>('gullGull')

test('accepted proposals lie above the labels, in their order, under the classes that are there or are made', () => {
  const label = boxShape(0, 0, 5, 5)
  const proposals = [proposal('a', 'boat'), proposal('b', 'gull'), proposal('c', 'gull')]

  const edit = acceptEdit(proposals, { shapes: [label], classes: [{ id: boat, name: 'boat' }], fresh })

  expect(edit).toMatchObject({
    label: editName('edit-accept-suggestions', { count: 3 }),
    classes: [
      { id: boat, name: 'boat' },
      { id: 'gullGull', name: 'gull' },
    ],
    proposals: proposals.map(({ id }) => ({ id, isSettled: true })),
  })
  expect(applied([label], edit).map(({ id, classId }) => [id, classId])).toEqual([
    [label.id, label.classId],
    ['a0000000', 'boatBoat'],
    ['b0000000', 'gullGull'],
    ['c0000000', 'gullGull'],
  ])
})

test('undoing a rejection offers the proposal again, and it cannot be rejected twice', () => {
  const edit = rejectEdit([proposal('a', 'boat')])

  const settled = settledAfter(new Set(), edit.proposals)
  if (!settled) throw new Error('It does not fit')

  expect([...settled]).toEqual(['a0000000'])
  expect(settledAfter(settled, edit.proposals)).toBeUndefined()
  expect(settledAfter(settled, invertEdit(edit).proposals)).toEqual(new Set())
})

const side = fc.integer({ min: 1, max: 60 })
const boxes = fc.tuple(fc.nat(40), fc.nat(40), side, side)

test('the overlap of boxes is that of their outlines, whichever of both comes first', () => {
  fc.assert(
    fc.property(boxes, boxes, (one, other) => {
      const [a, b] = [one, other].map(([x, y, width, height]) => boxShape(x, y, x + width, y + height))
      const [ringA, ringB] = [one, other].map(([x, y, width, height]) =>
        polygonShape([x, y, x + width, y, x + width, y + height, x, y + height]),
      )
      if (!a || !b || !ringA || !ringB) throw new Error('Two boxes make two shapes')

      const exact = shapeIou(a, b)

      expect(shapeIou(b, a)).toBe(exact)
      expect(Math.abs(shapeIou(ringA, ringB) - exact)).toBeLessThan(0.05)
      expect(Math.abs(shapeIou(a, ringB) - exact)).toBeLessThan(0.05)
    }),
  )
})

test('a triangle is half of its bounds, and shapes apart share nothing', () => {
  const triangle = polygonShape([0, 0, 40, 0, 0, 40])

  expect(shapeIou(triangle, boxShape(0, 0, 40, 40))).toBeCloseTo(0.5, 1)
  expect(shapeIou(triangle, triangle)).toBe(1)
  expect(shapeIou(triangle, boxShape(41, 0, 60, 20))).toBe(0)
})
