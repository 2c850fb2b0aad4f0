import { expect, test } from 'vitest'
import { turns } from '#core/tasks/turns'

test('works wait for their turn in the order they came in, and a failure hands the turn on', async () => {
  const { take } = turns(2)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: string[] = []
  const works = [
    take(() => (begun.push('first'), first.promise)),
    take(() => (begun.push('second'), second.promise)),
    take(async () => void begun.push('third')),
    take(async () => void begun.push('fourth')),
  ]
  expect(begun).toEqual(['first', 'second'])

  first.reject(new Error('The file is damaged'))
  const ended = Promise.allSettled(works)
  await Promise.all(works.slice(2))
  expect(begun).toEqual(['first', 'second', 'third', 'fourth'])
  second.resolve()

  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
