import { expect, test } from 'vitest'
import { Skeleton } from '#common/annotation/skeleton'
import {
  draftFault,
  draftOf,
  skeletonOf,
  withLine,
  withMoved,
  withName,
  withNewPoint,
  withoutPoint,
} from '#renderer/features/annotate/panels/skeleton/draft'
import { PERSON, schematicPlaces } from '#renderer/features/annotate/panels/skeleton/person'

const BIRD = {
  points: ['beak', 'tail', 'wing'],
  edges: [
    [0, 1],
    [1, 2],
  ] as const,
}

test('lines follow their points when these are moved, and go with a point that goes', () => {
  const draft = draftOf(BIRD)

  expect(skeletonOf(withMoved(draft, 2, -1))).toEqual({
    points: ['beak', 'wing', 'tail'],
    edges: [
      [0, 2],
      [2, 1],
    ],
  })
  expect(skeletonOf(withoutPoint(draft, 0))).toEqual({ points: ['tail', 'wing'], edges: [[0, 1]] })
})

test('the first point moves no further up', () => {
  const draft = draftOf(BIRD)

  expect(withMoved(draft, 0, -1)).toBe(draft)
})

test('joining two points again, in whichever order, takes their line away', () => {
  const draft = withLine(draftOf(BIRD), 2, 0)

  expect(skeletonOf(draft).edges).toHaveLength(3)
  expect(skeletonOf(withLine(draft, 1, 0)).edges).toEqual([
    [1, 2],
    [2, 0],
  ])
  expect(withLine(draft, 1, 1)).toBe(draft)
})

test('a point added after one was removed is a point of its own', () => {
  const draft = withNewPoint(withoutPoint(draftOf(BIRD), 2), 'foot')

  expect(skeletonOf(withLine(draft, 1, 3))).toEqual({
    points: ['beak', 'tail', 'foot'],
    edges: [
      [0, 1],
      [1, 2],
    ],
  })
})

test('what cannot be stored is told by the point at fault', () => {
  const draft = draftOf(BIRD)

  expect(draftFault(draft)).toBeUndefined()
  expect(draftFault(draftOf(null))).toBe('A skeleton needs a point')
  expect(draftFault(withName(draft, 1, ' '))).toBe('Point 2 has no name')
  expect(draftFault(withName(draft, 1, 'beak '))).toBe('Two points are called "beak"')
})

test('the person that one can start with is sound, and stands upright in the drawing', () => {
  const places = schematicPlaces(PERSON.points)

  expect(Skeleton.safeParse(PERSON).success).toBe(true)
  expect(places[0]?.y).toBeLessThan(places[15]?.y ?? 0)
})
