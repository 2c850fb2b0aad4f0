import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { pacing, UPLOAD_PACE } from '#core/events/upload/pace'
import type { SendFailure } from '#core/events/upload/ports'

const AWAY: SendFailure = { kind: 'unreachable', reason: message('fetch-host-refuses', { host: 'cloud.test' }) }
const POISON: SendFailure = { kind: 'refused', reason: message('upload-refused', { host: 'cloud.test', status: 400 }) }
const LOCKED: SendFailure = {
  kind: 'locked',
  reason: message('upload-key-refused', { host: 'cloud.test', status: 401 }),
}
const BUSY = message('upload-busy', { host: 'cloud.test', status: 503 })

/** No chance: the longest waits. */
function steady() {
  return pacing(UPLOAD_PACE, () => 1)
}

test('an event that fails again and again waits twice as long each time, up to ten minutes', () => {
  const pace = steady()

  const waits = [0, 1, 2, 8, 9, 10, 400].map((attempts) => {
    const waitMs = pace.failed(AWAY, attempts, 0)
    pace.sent()
    return waitMs / 1000
  })

  expect(waits).toEqual([1, 2, 4, 256, 512, 600, 600])
})

test('chance shortens a wait by up to a half', () => {
  expect(pacing(UPLOAD_PACE, () => 0).failed(AWAY, 0, 0)).toBe(500)
})

test('failures in a row make the whole sender wait longer and longer, up to a minute', () => {
  const pace = steady()

  const rests = Array.from({ length: 10 }, () => {
    pace.failed(AWAY, 0, 0)
    return pace.restMs(0) / 1000
  })

  expect(rests).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 60, 60])
  expect(pace.lanes()).toBe(1)
  expect(pace.trouble()).toEqual(AWAY)
})

test('the sender goes on in all lanes when one event got through', () => {
  const pace = steady()
  for (let count = 0; count < 3; count += 1) pace.failed(AWAY, 0, 0)

  pace.sent()

  expect({ lanes: pace.lanes(), trouble: pace.trouble() }).toEqual({ lanes: 4, trouble: undefined })
})

test('an event that is refused is tried again after an hour, and holds no other up', () => {
  const pace = steady()

  const waits = Array.from({ length: 5 }, () => pace.failed(POISON, 0, 0))

  expect(waits).toEqual(Array.from({ length: 5 }, () => 3_600_000))
  expect({ rest: pace.restMs(0), lanes: pace.lanes() }).toEqual({ rest: 0, lanes: 4 })
})

test('a key that is not taken makes the whole sender wait at once', () => {
  const pace = steady()

  pace.failed(LOCKED, 0, 5000)

  expect({ rest: pace.restMs(5000), trouble: pace.trouble() }).toEqual({ rest: 60_000, trouble: LOCKED })
})

test.for([
  { retryAfterMs: 20_000, seconds: 20 },
  { retryAfterMs: 86_400_000, seconds: 600 },
])('a receiver that asks for $retryAfterMs ms gets $seconds s', ({ retryAfterMs, seconds }) => {
  const pace = steady()

  const waitMs = pace.failed({ kind: 'busy', reason: BUSY, retryAfterMs }, 0, 0)

  expect({ wait: waitMs / 1000, rest: pace.restMs(0) / 1000 }).toEqual({ wait: seconds, rest: seconds })
})
