import { expect, test } from 'vitest'
import { relay } from '#core/exchange/datasets/import/relay'

test('works on one image follow one another, each with what the one before it has left', async () => {
  const take = relay<string, number>()
  const first = Promise.withResolvers<void>()
  const seen: unknown[] = []

  const works = [
    take('a', async (kept) => {
      await first.promise
      seen.push(['a', kept])
      return { kept: 1 }
    }),
    take('a', async (kept) => {
      seen.push(['a', kept])
      return { kept: undefined }
    }),
    take('b', async (kept) => {
      seen.push(['b', kept])
      first.resolve()
      return { kept: 5 }
    }),
  ]
  await Promise.all(works)
  await take('a', async (kept) => {
    seen.push(['a', kept])
    return { kept }
  })

  expect(seen).toEqual([
    ['b', undefined],
    ['a', undefined],
    ['a', 1],
    ['a', undefined],
  ])
})

test('a work that fails is told to whoever asked for it and to those that follow, and to nobody else', async () => {
  const unheard: unknown[] = []
  const hear = (failure: unknown) => unheard.push(failure)
  process.on('unhandledRejection', hear)
  try {
    const take = relay<string, number>()
    const failed = take('a', () => Promise.reject(new Error('the disk is full')))
    const next = take('a', async () => ({ kept: 1 }))

    const ended = await Promise.allSettled([failed, next])
    // Unheard failures are told after all that waits for them has run.
    await new Promise((resolve) => setImmediate(resolve))

    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(unheard).toEqual([])
  } finally {
    process.off('unhandledRejection', hear)
  }
})
