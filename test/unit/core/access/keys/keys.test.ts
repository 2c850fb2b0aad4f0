import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SCOPES, type Scope } from '#common/contract/scopes'
import { allows, covers, ROLES, readScopes } from '#core/access/keys/scopes'
import { rateLimiter } from '#servers/management/rate-limit'
import { inWords } from '../../../../kit/in-words.ts'

const scopes = fc.subarray([...SCOPES]).map((list) => new Set<Scope>(list))

test('who covers a grant allows everything that it allows', () => {
  fc.assert(
    fc.property(scopes, scopes, (own, wanted) => {
      expect(covers(own, wanted)).toBe([...wanted].every((scope) => allows(own, scope)))
    }),
  )
})

test('only everything covers everything', () => {
  expect(covers(new Set(SCOPES), null)).toBe(false)
  expect(covers(null, null)).toBe(true)
})

test('a viewer reads and changes nothing; no role but the admin reaches keys', () => {
  expect(ROLES.viewer.filter((scope) => !scope.endsWith(':read'))).toEqual([])
  const withKeys = Object.entries(ROLES).filter(([, held]) => held.some((scope) => scope.startsWith('api-key:')))
  expect(withKeys.map(([name]) => name)).toEqual(['admin'])
})

test.each(['', 'project:', 'Project', 'role:king', '__proto__', 'role:__proto__', 'role:constructor'])(
  'there is no scope %j',
  (name) => {
    expect(inWords(readScopes([name]))).toMatchObject({ ok: false, error: { reason: 'scope-unknown' } })
  },
)

test('a minute of requests may come at once, and no more', () => {
  const wait = rateLimiter({ perMinute: 20 }, () => 0)
  const waits = Array.from({ length: 22 }, () => wait('a'))

  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20)
  expect(waits.at(-1)).toBe(3)
})

test('in any stretch of time a key asks no more often than its rate and one minute of it allow', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 }), (pauses) => {
      let now = 0
      const wait = rateLimiter({ perMinute: 120 }, () => now)
      let passed = 0
      for (const pause of pauses) {
        now += pause
        if (wait('a') === 0) passed += 1
      }
      expect(passed).toBeLessThanOrEqual(120 + now / 500)
    }),
  )
})

test('who waits as long as told may ask again', () => {
  let now = 0
  const wait = rateLimiter({ perMinute: 12 }, () => now)
  for (let asked = 0; asked < 12; asked += 1) expect(wait('a')).toBe(0)
  const seconds = wait('a')
  expect(seconds).toBe(5)
  now += seconds * 1000
  expect(wait('a')).toBe(0)
})
