import { expect, test } from 'vitest'
import { carryShapes, confirmEdit, touching } from '#common/annotation/carry'
import type { AnnotationDocument } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ShapeId } from '#common/ids'
import { literal } from '#common/messages/message'

const FRAME = { width: 400, height: 300 }

test('shapes are carried above what is there, in their own pixels, and marked until somebody touches them', () => {
  const there = [box('there', [300, 200, 350, 250], { z: 7 })]

  expect(carry([box('a', [10, 20, 60, 80]), box('b', [100, 20, 160, 80])], there)).toEqual({
    shapes: [
      { ...box('new1', [10, 20, 60, 80], { z: 8 }), isCarried: true },
      { ...box('new2', [100, 20, 160, 80], { z: 9 }), isCarried: true },
    ],
    taken: 0,
    outside: 0,
    isScaled: false,
  })
})

test('a place that a shape of the same class holds stays as it is; one of another class takes nothing', () => {
  const there = [box('same', [11, 20, 61, 80]), box('other', [100, 20, 160, 80], { classId: 'bus' })]

  const { shapes, taken } = carry([box('a', [10, 20, 60, 80]), box('b', [100, 20, 160, 80])], there)

  expect(taken).toBe(1)
  expect(shapes).toMatchObject([{ kind: 'box', box: { x0: 100 } }])
})

test('a carried shape that was fitted anew still holds its place', () => {
  const there = [{ ...box('fitted', [18, 26, 68, 86]), isCarried: true as const }]

  expect(carry([box('a', [10, 20, 60, 80])], there)).toMatchObject({ shapes: [], taken: 1 })
  expect(carry([box('a', [10, 20, 60, 80])], [box('drawn', [18, 26, 68, 86])])).toMatchObject({ taken: 0 })
})

test('what covers nothing is not carried twice either', () => {
  const point: PlacedShape = { ...base('p', {}), kind: 'point', at: { x: 50, y: 60 } }
  const line: PlacedShape = { ...base('l', {}), kind: 'polyline', points: [10, 10, 90, 90] }
  const first = carry([point, line], [])

  expect(carry([point, line], first.shapes)).toMatchObject({ shapes: [], taken: 2 })
})

test('onto an image of another size shapes are scaled with it, each side by itself', () => {
  const { shapes, isScaled } = carry([box('a', [10, 20, 60, 80])], [], { width: 200, height: 600 })

  expect(isScaled).toBe(true)
  expect(shapes).toMatchObject([{ box: { x0: 20, y0: 10, x1: 120, y1: 40 } }])
})

test('what reaches out of the frame is cut at it, and what lies beyond is left out', () => {
  const { shapes, outside } = carry([box('a', [350, 250, 450, 350]), box('b', [410, 10, 450, 50])], [])

  expect(outside).toBe(1)
  expect(shapes).toMatchObject([{ box: { x0: 350, y0: 250, x1: 400, y1: 300 } }])
})

test('ten thousand shapes find their places at once', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => box(`s${n}`, spot(n)))

  expect(carry(many, many)).toMatchObject({ shapes: [], taken: 10_000 })
})

test('an edit of a carried shape takes the mark away; deleting one or drawing beside it does not need to', () => {
  const carried = { ...box('a', [10, 20, 60, 80]), isCarried: true as const }
  const moved = { ...carried, box: { x0: 12, y0: 20, x1: 62, y1: 80 } }
  const { isCarried: _, ...plain } = moved

  expect(touching({ label: literal('Move'), changes: [{ before: carried, after: moved }] }).changes).toEqual([
    { before: carried, after: plain },
  ])
  const removal = { label: literal('Delete'), changes: [{ before: carried, after: null }] }
  expect(touching(removal)).toBe(removal)
})

test('done with the image, everything carried is confirmed in one gesture', () => {
  const carried = { ...box('a', [10, 20, 60, 80]), isCarried: true as const }

  expect(confirmEdit([box('b', [0, 0, 9, 9])])).toBeUndefined()
  expect(confirmEdit([carried, box('b', [0, 0, 9, 9])])).toEqual({
    label: editName('edit-confirm-carried', { count: 1 }),
    changes: [{ before: carried, after: box('a', [10, 20, 60, 80]) }],
  })
})

function carry(originals: readonly PlacedShape[], shapes: AnnotationDocument, from = FRAME) {
  let made = 0
  const fresh = () => brand<ShapeId>(`new${++made}`.padEnd(8, '0'))
  return carryShapes(originals.filter(isPlaced), { from, to: FRAME, shapes, fresh })
}

interface Said {
  readonly z?: number
  readonly classId?: string
}

function base(name: string, { z = 0, classId = 'car' }: Said) {
  return {
    id: brand<ShapeId>(name.padEnd(8, '0')),
    classId: brand<ClassId>(classId.padEnd(8, '0')),
    z,
    origin: 'hand' as const,
  }
}

function box(name: string, [x0, y0, x1, y1]: readonly [number, number, number, number], said: Said = {}) {
  return { ...base(name, said), kind: 'box' as const, box: { x0, y0, x1, y1 } }
}

function spot(n: number): readonly [number, number, number, number] {
  const [x, y] = [(n % 100) * 4, Math.floor(n / 100) * 3]
  return [x, y, x + 3, y + 2]
}
