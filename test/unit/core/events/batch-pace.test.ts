import { expect, test } from 'vitest'
import { batchPace } from '#core/events/batch-pace'

/** A pace on a clock that goes on by what the work says it takes. */
function pacedWork() {
  let now = 0
  const pace = batchPace(() => now)
  return {
    pace,
    async take(ms: number, { times = 1, isGaining = false } = {}) {
      for (let nth = 0; nth < times; nth += 1) await pace.run(async () => void (now += ms), isGaining)
      return pace.size()
    },
  }
}

test('batches become smaller while they are slow, but not too small, and come back when they are quick', async () => {
  const { take } = pacedWork()

  expect([
    await take(60),
    await take(60),
    await take(60, { times: 9 }),
    await take(5),
    await take(5, { times: 20 }),
  ]).toEqual([50, 25, 10, 20, 100])
})

test('batches become larger while more events come than go, however slow, and smaller again after that', async () => {
  const { take } = pacedWork()

  expect([await take(200, { isGaining: true, times: 3 }), await take(200, { isGaining: true, times: 9 })]).toEqual([
    800, 2000,
  ])
  expect([await take(10), await take(200)]).toEqual([2000, 1000])
})

test('what fails is told, and the next batch is tried all the same', async () => {
  const { pace, take } = pacedWork()

  await expect(pace.run(() => Promise.reject(new Error('The disk is full')))).rejects.toThrow('full')

  expect(await take(1)).toBe(100)
})
