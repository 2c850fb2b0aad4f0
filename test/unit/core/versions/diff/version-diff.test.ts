import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Shape } from '#common/annotation/shape'
import type { LabelChange } from '#common/contract/version-diff'
import { ClassId } from '#common/ids'
import { diffClasses, sameClass } from '#core/versions/diff/classes'
import { labelMarks } from '#core/versions/diff/image'
import { matchLabels } from '#core/versions/diff/match'
import { boxShape, keypointsShape, maskShape, polygonShape, shapeId } from '../../../common/annotation/shapes.ts'

const [cup, saucer] = [ClassId.parse('class0001'), ClassId.parse('class0002')]
const isSame = (one: ClassId, other: ClassId) => one === other

const box = (x0: number, y0: number, side = 100) => boxShape(x0, y0, x0 + side, y0 + side)
const withId = <S extends Shape>(shape: S, number: number): S => ({ ...shape, id: shapeId(number) })

const whole = (classId: ClassId, number = 1) =>
  Shape.parse({ kind: 'whole', id: shapeId(number), classId, z: 0, origin: 'hand' })
const text = (prompt: string, answer: string, number = 1) =>
  Shape.parse({ kind: 'text', id: shapeId(number), classId: cup, z: 0, origin: 'hand', prompt, answer })

/** Marks of each annotation. */
function told(before: readonly Shape[], after: readonly Shape[]) {
  return matchLabels(before, after, isSame).map(labelMarks)
}

describe('labels with a common id', () => {
  test.each([
    ['where it was', box(2, 0), []],
    ['a little beside where it was', box(10, 0), ['near']],
    ['far from where it was', box(500, 500), ['far']],
    ['in another class', { ...box(0, 0), classId: saucer }, ['reclassed']],
    ['somewhere else in another class', { ...box(40, 0), classId: saucer }, ['far', 'reclassed']],
  ])('a label that lies %s is told as such', (_, after, marks) => {
    expect(told([box(0, 0)], [after])).toEqual([marks])
  })

  test('a box that became an outline of the same place is not what it was', () => {
    const outline = withId(polygonShape([0, 0, 100, 0, 100, 100, 0, 100]), 1)

    expect(told([box(0, 0)], [outline])).toEqual([['near']])
  })

  test('points that move inside the same box are a move, and so is one that is missing', () => {
    const frame = { x0: 0, y0: 0, x1: 100, y1: 100 }
    const eyes = keypointsShape(frame, { x: 20, y: 20, visibility: 2 }, { x: 80, y: 20, visibility: 2 })
    const moved = keypointsShape(frame, { x: 20, y: 20, visibility: 2 }, { x: 80, y: 90, visibility: 2 })
    const nudged = keypointsShape(frame, { x: 21, y: 20, visibility: 2 }, { x: 80, y: 20, visibility: 2 })
    const lost = keypointsShape(frame, { x: 20, y: 20, visibility: 2 }, { x: 0, y: 0, visibility: 0 })

    expect([moved, nudged, lost].map((after) => told([eyes], [after]))).toEqual([[['far']], [[]], [['far']]])
  })

  test('lines and points are compared by how far they lie from each other', () => {
    const base = { id: shapeId(1), classId: cup, z: 0, origin: 'hand' } as const
    const line = (y: number): Shape => ({ ...base, kind: 'polyline', points: [0, y, 50, y, 100, y] })
    const point = (x: number): Shape => ({ ...base, kind: 'point', at: { x, y: 5 } })

    expect([0.5, 4, 30].map((y) => told([line(0)], [line(y)]))).toEqual([[[]], [['near']], [['far']]])
    expect([0.5, 4, 30].map((x) => told([point(0)], [point(x)]))).toEqual([[[]], [['near']], [['far']]])
    expect(told([point(0)], [withId(point(4), 2)])).toEqual([['near']])
    expect(told([line(0)], [withId(point(4), 2)])).toEqual([['removed'], ['added']])
  })

  test('a rotated box that turned is a move, a mask that is painted on too', () => {
    const base = { id: shapeId(1), classId: cup, z: 0, origin: 'hand' } as const
    const turned = (angle: number): Shape => {
      return { ...base, kind: 'rotated-box', box: { center: { x: 50, y: 50 }, width: 80, height: 40, angle } }
    }

    expect([0.2, 8, 90].map((angle) => told([turned(0)], [turned(angle)]))).toEqual([[[]], [['near']], [['far']]])
    expect(told([maskShape({ x0: 0, y0: 0, x1: 40, y1: 40 })], [maskShape({ x0: 0, y0: 0, x1: 50, y1: 40 })])).toEqual([
      ['near'],
    ])
  })

  test('a text that says something else is reworded', () => {
    expect(told([text('What?', 'A cup')], [text('What?', 'A mug')])).toEqual([['reworded']])
  })

  test('a label without an area that did not change is no change', () => {
    expect(told([boxShape(5, 5, 5, 9)], [boxShape(5, 5, 5, 9)])).toEqual([[]])
  })
})

describe('labels that were written anew', () => {
  test('they are found by their class and place, the best pair first', () => {
    const before = [withId(box(0, 0), 1), withId(box(30, 0), 2)]
    const after = [withId(box(28, 0), 3), withId(box(0, 0), 4)]

    const changes = matchLabels(before, after, isSame)

    const pairs = changes.map((change) => change.kind === 'kept' && [change.before.id, change.after.id])
    expect(pairs).toEqual([
      [shapeId(1), shapeId(4)],
      [shapeId(2), shapeId(3)],
    ])
  })

  test('one in the same place under another class is the same object', () => {
    expect(told([withId(box(0, 0), 1)], [{ ...withId(box(0, 0), 2), classId: saucer }])).toEqual([['reclassed']])
  })

  test('hundreds of outlines in one place are matched when they are only written anew, and told apart when not', () => {
    const outlines = (first: number, height: number) =>
      Array.from({ length: 300 }, (_, nth) => withId(polygonShape([0, 0, 100, 0, 100, height, 0, 90]), first + nth))

    expect(told(outlines(0, 100), outlines(1000, 100)).flat()).toEqual([])
    expect(told(outlines(0, 100), outlines(1000, 104)).flat()).toHaveLength(600)
  })

  test('one that lies elsewhere is another object', () => {
    expect(told([withId(box(0, 0), 1)], [withId(box(80, 80), 2)])).toEqual([['removed'], ['added']])
  })

  test('the one class of an image is changed for another; of several nobody can tell', () => {
    expect(told([whole(cup, 1)], [whole(saucer, 2)])).toEqual([['reclassed']])
    expect(told([whole(cup, 1), whole(cup, 2)], [whole(saucer, 3)])).toEqual([['removed'], ['removed'], ['added']])
  })
})

const shapes: fc.Arbitrary<Shape[]> = fc
  .array(
    fc.record({
      id: fc.nat(12),
      classId: fc.constantFrom(cup, saucer),
      kind: fc.constantFrom('box', 'polygon', 'whole', 'text'),
      x: fc.integer({ min: 0, max: 6 }),
      y: fc.integer({ min: 0, max: 6 }),
      side: fc.constantFrom(0, 30, 40),
    }),
    { maxLength: 10 },
  )
  .map((drawn) => [...new Map(drawn.map((each) => [each.id, each])).values()].map(toShape))

function toShape({ id, classId, kind, x, y, side }: Drawn): Shape {
  const [x0, y0, x1, y1] = [x * 7, y * 7, x * 7 + side, y * 7 + side]
  if (kind === 'box') return { ...withId(boxShape(x0, y0, x1, y1), id), classId }
  if (kind === 'polygon') return { ...withId(polygonShape([x0, y0, x1, y0, x1, y1 + 9]), id), classId }
  return kind === 'whole' ? whole(classId, id) : text(`${x}`, `${y}`, id)
}

interface Drawn {
  readonly id: number
  readonly classId: ClassId
  readonly kind: string
  readonly x: number
  readonly y: number
  readonly side: number
}

/** Read from the other end. */
function turned(change: LabelChange): LabelChange {
  if (change.kind === 'added') return { kind: 'removed', before: change.after }
  if (change.kind === 'removed') return { kind: 'added', after: change.before }
  return { ...change, before: change.after, after: change.before }
}

function byIds(changes: readonly LabelChange[]): readonly LabelChange[] {
  const nameOf = (change: LabelChange) => {
    return `${change.kind === 'added' ? '' : change.before.id} ${change.kind === 'removed' ? '' : change.after.id}`
  }
  return changes.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
}

test('an image does not differ from itself', () => {
  fc.assert(
    fc.property(shapes, (some) => {
      expect(matchLabels(some, some, isSame).flatMap(labelMarks)).toEqual([])
    }),
  )
})

test('from the other end everything is told the other way round', () => {
  fc.assert(
    fc.property(shapes, shapes, (before, after) => {
      const there = matchLabels(before, after, isSame)
      const back = matchLabels(after, before, isSame).map(turned)

      expect(byIds(back)).toEqual(byIds(there))
    }),
  )
})

test('every label is told of exactly once', () => {
  fc.assert(
    fc.property(shapes, shapes, (before, after) => {
      const changes = matchLabels(before, after, isSame)

      const former = changes.flatMap((change) => (change.kind === 'added' ? [] : [change.before.id]))
      const later = changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.after.id]))
      expect(former.sort()).toEqual(before.map(({ id }) => id).sort())
      expect(later.sort()).toEqual(after.map(({ id }) => id).sort())
    }),
  )
})

describe('classes', () => {
  const frozen = (id: ClassId, name: string) => ({ id, name, color: 1, skeleton: null })
  const again = ClassId.parse('class0003')

  test('what came, went and was renamed is told with the labels of each', () => {
    const before = { classes: [frozen(cup, 'cup'), frozen(saucer, 'saucer')], counts: new Map([[cup, 3]]) }
    const after = { classes: [frozen(cup, 'mug'), frozen(again, 'spoon')], counts: new Map([[again, 2]]) }

    const told = diffClasses(before, after)

    expect(told).toMatchObject([
      { id: cup, name: 'mug', change: 'renamed', formerName: 'cup', before: 3, after: 0 },
      { id: again, name: 'spoon', change: 'added', formerName: null, before: null, after: 2 },
      { id: saucer, name: 'saucer', change: 'removed', formerName: null, before: 0, after: null },
    ])
  })

  test('a class that was deleted and made again under its name is the same', () => {
    const [before, after] = [[frozen(cup, 'cup')], [frozen(again, 'cup')]]

    expect(sameClass(before, after)(cup, again)).toBe(true)
    expect(diffClasses({ classes: before, counts: new Map() }, { classes: after, counts: new Map() })).toMatchObject([
      { id: again, change: null, before: 0, after: 0 },
    ])
  })
})
