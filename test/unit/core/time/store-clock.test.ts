import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageClock } from '#core/time/age-clock'
import { storeClock } from '#core/time/store-clock'

const HOUR = 3600_000
const DAY = 24 * HOUR

/** Clocks that a test sets. Moments are milliseconds. */
function clocks({ wall = 0, youngest }: { wall?: number; youngest?: number } = {}) {
  const at = { wall, elapsed: 0 }
  const sources = { wallMs: () => at.wall, elapsedMs: () => at.elapsed }
  const clock = storeClock({ ...sources, notBefore: (youngest ?? 0) * 1000 })
  const ages = ageClock({ ...sources, clock, youngest: youngest === undefined ? undefined : youngest * 1000 })
  return {
    at,
    clock,
    /** The moment by which something of this age was stored. */
    before: (age: number) => ages.before(age) / 1000,
    /** Time goes by in minutes, each seen by a round. */
    pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 60_000) {
        at.wall += 60_000
        at.elapsed += 60_000
        ages.before(DAY)
      }
    },
  }
}

const Steps = fc.array(
  fc.record({
    passedMs: fc.nat(10 * HOUR),
    stepMs: fc.oneof(fc.constant(0), fc.integer({ min: -9 * DAY, max: 9 * DAY })),
  }),
  { maxLength: 40 },
)

test('the clock of the store never goes backwards, never stands still and never loses a step forward', () => {
  fc.assert(
    fc.property(Steps, (steps) => {
      const { at, clock } = clocks({ wall: 1e12, youngest: 1e12 + DAY })
      let last = clock.now()
      for (const { passedMs, stepMs } of steps) {
        at.elapsed += passedMs
        at.wall += passedMs + stepMs
        const now = clock.now()
        expect(now).toBeGreaterThanOrEqual(last + Math.floor(passedMs / 2) * 1000)
        expect(now).toBeGreaterThanOrEqual(at.wall * 1000)
        last = now
      }
    }),
  )
})

/** The leap leaves an hour, which alone would be believed. */
const LEAP_AND_BACK = [
  { passedMs: 0, stepMs: 0 },
  { passedMs: 0, stepMs: HOUR + 1 },
  { passedMs: 0, stepMs: -1 },
]

test('nothing is taken for older than the time that has really passed, unless the clock has stood by a leap for an hour', () => {
  fc.assert(
    fc.property(Steps, fc.integer({ min: 1, max: 9 * DAY }), (steps, age) => {
      const { at, clock, before } = clocks({ wall: 1e12 })
      let believed = 0
      const stored: { moment: number; elapsed: number; believed: number }[] = []
      for (const { passedMs, stepMs } of steps) {
        const passed = Math.min(passedMs, HOUR / 50)
        at.elapsed += passed
        at.wall += passed + stepMs
        if (stepMs <= HOUR) believed += Math.max(0, stepMs)
        const limit = before(age)
        for (const each of stored.filter(({ moment }) => moment < limit))
          expect(at.elapsed - each.elapsed + believed - each.believed).toBeGreaterThanOrEqual(age - 1)
        stored.push({ moment: clock.now() / 1000, elapsed: at.elapsed, believed })
      }
    }),
    { examples: [[LEAP_AND_BACK, 2]] },
  )
})

test('while the clock goes as it should, an age is what it says', () => {
  const { at, before, pass } = clocks({ wall: 1e12, youngest: 1e12 - 1000 })

  pass(3 * DAY)

  expect(before(DAY)).toBe(at.wall - DAY)
})

test('a leap of years counts only after the clock has stood by it for an hour', () => {
  const { at, before, pass } = clocks({ wall: 1e12, youngest: 1e12 })
  at.wall += 3650 * DAY

  pass(HOUR - 60_000)
  const early = before(DAY)
  pass(3 * 60_000)

  expect(early).toBeLessThan(1e12)
  expect(before(DAY)).toBe(at.wall - DAY)
})

test('a second leap while the first is doubted is doubted for an hour of its own', () => {
  const { at, before, pass } = clocks({ wall: 1e12, youngest: 1e12 })
  at.wall += 40 * DAY
  pass(HOUR - 120_000)
  at.wall += 3650 * DAY

  pass(HOUR - 120_000)

  expect(before(DAY)).toBeLessThan(1e12)
})

test('after a long pause what is new grows old at once, and what was there waits for an hour', () => {
  const { at, before, pass } = clocks({ wall: 1e12 + 3 * DAY, youngest: 1e12 })
  const start = at.wall

  expect(before(60_000)).toBeLessThan(1e12)
  pass(120_000)

  expect(before(60_000)).toBe(start + 60_000)
})
