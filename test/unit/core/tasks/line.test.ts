import { expect, test } from 'vitest'
import { newLine } from '#core/tasks/line'

test('works that end out of order pass in the order in which they took their places', async () => {
  const takePlace = newLine()
  const passed: string[] = []
  const work = async (name: string, ready: Promise<void>) => {
    const turn = takePlace()
    await ready
    await turn.come()
    passed.push(name)
    turn.leave()
  }
  const first = Promise.withResolvers<void>()

  const all = [work('first', first.promise), work('second', Promise.resolve()), work('third', Promise.resolve())]
  first.resolve()
  await Promise.all(all)

  expect(passed).toEqual(['first', 'second', 'third'])
})

test('a work that gives up its place holds nobody up', async () => {
  const takePlace = newLine()
  const [failing, next] = [takePlace(), takePlace()]

  failing.leave()

  await expect(next.come()).resolves.toBeUndefined()
})
