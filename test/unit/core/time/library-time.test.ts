import { expect, test } from 'vitest'
import { libraryTime } from '#core/time/library-time'

const HOUR = 3600_000
const DAY = 24 * HOUR
const NOW = Date.parse('2026-01-02T03:04:05Z')

function timeAt(wall: number, seenMs: number | undefined) {
  const at = { wall, elapsed: 0 }
  return {
    at,
    time: libraryTime({
      wallMs: () => at.wall,
      elapsedMs: () => at.elapsed,
      seen: seenMs === undefined ? undefined : { seen: seenMs, latest: seenMs },
    }),
  }
}

test('a clock that is 40 days ahead at the start makes nothing in the trash due', () => {
  const { time } = timeAt(NOW + 40 * DAY, NOW)

  expect(time.before(30 * DAY).getTime()).toBeLessThanOrEqual(NOW - 30 * DAY)
  expect(time.seen().seen).toBeLessThanOrEqual(NOW)
})

test('days in which the program was off count after an hour', () => {
  const { at, time } = timeAt(NOW + 40 * DAY, NOW)
  time.before(30 * DAY)
  at.wall += HOUR + 60_000
  at.elapsed += HOUR + 60_000

  expect(time.before(30 * DAY)).toEqual(new Date(at.wall - 30 * DAY))
})

test('what goes into the trash while the clock is behind over several starts does not become old when it is set right', () => {
  const first = libraryTime({ wallMs: () => 0, elapsedMs: () => 0, seen: { seen: NOW, latest: NOW } })
  const second = libraryTime({ wallMs: () => 0, elapsedMs: () => 0, seen: first.seen() })
  const put = second.now()
  const at = { wall: NOW + 60_000, elapsed: 0 }
  const third = libraryTime({ wallMs: () => at.wall, elapsedMs: () => at.elapsed, seen: second.seen() })
  third.before(30 * DAY)
  at.wall += 2 * HOUR
  at.elapsed += 2 * HOUR

  expect(put.getTime()).toBeGreaterThanOrEqual(NOW)
  expect(third.before(30 * DAY).getTime()).toBeLessThan(put.getTime())
})

test('what goes into the trash while the clock is behind does not become old when it is set right', () => {
  const { time } = timeAt(NOW - 365 * DAY, NOW)

  expect(time.now().getTime()).toBeGreaterThanOrEqual(NOW)
})
