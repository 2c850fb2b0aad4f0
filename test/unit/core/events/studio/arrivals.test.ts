import { expect, test } from 'vitest'
import { countArrivals } from '#core/events/studio/arrivals'

test('events of the last ten seconds count, older ones do not', () => {
  let now = 5_000
  const arrivals = countArrivals(() => now)

  for (let event = 0; event < 40; event += 1) arrivals.count()
  now += 9_000
  for (let event = 0; event < 10; event += 1) arrivals.count()

  expect(arrivals.perSecond()).toBe(5)
  now += 1_500
  expect(arrivals.perSecond()).toBe(1)
  now += 3_600_000
  expect(arrivals.perSecond()).toBe(0)
})
