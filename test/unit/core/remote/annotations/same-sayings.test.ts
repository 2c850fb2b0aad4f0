import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ManagedPrediction } from '#core/management/model'
import { sameSayings } from '#core/remote/annotations/same-sayings'

const corner = fc.integer({ min: 0, max: 40 })

const saying: fc.Arbitrary<ManagedPrediction> = fc.record({
  source: fc.constantFrom('', 'harbor', 'pier'),
  score: fc.option(fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)),
  object: fc.record({
    className: fc.constantFrom('boat', 'gull'),
    kind: fc.constant('box' as const),
    box: fc.record({ x0: corner, y0: corner, x1: fc.constant(50), y1: fc.constant(50) }),
  }),
})

const sayings = fc.array(saying, { maxLength: 30 })

/** As it comes back over the wire. */
function drifted({ object, ...rest }: ManagedPrediction, by: number): ManagedPrediction {
  if (object.kind !== 'box') throw new Error('Only boxes are made here')
  const { x0, y0, x1, y1 } = object.box
  return { ...rest, object: { ...object, box: { x0: x0 + by, y0: y0 - by, x1, y1: y1 + by } } }
}

/** Counts for a comparison that ignores order and rounding. */
function counted(all: readonly (ManagedPrediction | undefined)[]): Record<string, number> {
  const rounded = all
    .flatMap((each) => each ?? [])
    .map(({ source, score, object }) =>
      JSON.stringify([
        source,
        score,
        object.className,
        object.kind === 'box' && Object.values(object.box).map(Math.round),
      ]),
    )
  return Object.fromEntries(
    Map.groupBy(rounded, (text) => text)
      .entries()
      .map(([text, same]) => [text, same.length]),
  )
}

test('what is told in another order and with the rounding of the wire is what was known, and the rest is new', () => {
  fc.assert(
    fc.property(sayings, sayings, fc.double({ min: -5e-4, max: 5e-4, noNaN: true }), (known, added, by) => {
      const told = [...added, ...known.toReversed()].map((each) => drifted(each, by))

      const { matches, rest } = sameSayings(known, told)

      expect(matches).not.toContain(undefined)
      expect(counted(matches)).toEqual(counted(known))
      expect(counted(rest)).toEqual(counted(added))
    }),
  )
})

test('what is not told any more has no match, and nothing is matched twice', () => {
  fc.assert(
    fc.property(sayings, fc.nat({ max: 30 }), (known, from) => {
      const told = known.slice(from)

      const { matches, rest } = sameSayings(known, told)

      expect(rest).toEqual([])
      expect(counted(matches)).toEqual(counted(told))
      expect(new Set(matches.filter((each) => each !== undefined)).size).toBe(told.length)
    }),
  )
})

test('thousands that were replaced by thousands are told apart at once', () => {
  const many = (by: number) =>
    Array.from({ length: 20_000 }, (_, place): ManagedPrediction => {
      const [x0, y0] = [by + (place % 1000), Math.floor(place / 1000)]
      return { source: '', score: null, object: { className: 'boat', kind: 'box', box: { x0, y0, x1: 2000, y1: 50 } } }
    })

  const { matches, rest } = sameSayings(many(0), many(0.25))

  expect(matches.every((each) => each === undefined)).toBe(true)
  expect(rest).toHaveLength(20_000)
})

test('a box that moved by a pixel, another score and another source are other sayings', () => {
  const box = { x0: 1, y0: 2, x1: 30, y1: 40 }
  const known: ManagedPrediction = { source: 'pier', score: 0.5, object: { className: 'boat', kind: 'box', box } }
  const others: ManagedPrediction[] = [
    { ...known, source: '' },
    { ...known, score: null },
    { ...known, score: 0.6 },
    drifted(known, 1),
  ]

  expect(sameSayings([known], others)).toEqual({ matches: [undefined], rest: others })
})
