import { expect, test } from 'vitest'
import { GoneWatch } from '#renderer/features/annotate/effects/queue/gone-watch'

/** Returns a watch whose pauses and answers the test controls. */
function watched() {
  const asks: PromiseWithResolvers<boolean>[] = []
  const pauses: PromiseWithResolvers<void>[] = []
  const watch = new GoneWatch(() => {
    const pause = Promise.withResolvers<void>()
    pauses.push(pause)
    return pause.promise
  })
  const ask = () => {
    const answer = Promise.withResolvers<boolean>()
    asks.push(answer)
    return answer.promise
  }
  return { watch, asks, pauses, ask }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('the queue is checked when images leave the project, and not when others come', () => {
  const { watch, asks, ask } = watched()
  watch.attend(ask)
  watch.told(5)
  watch.told(6)
  expect(asks).toHaveLength(0)
  watch.told(5)
  expect(asks).toHaveLength(1)
})

test('a failed check is repeated until one has succeeded, whatever happens meanwhile', async () => {
  const { watch, asks, pauses, ask } = watched()
  watch.attend(ask)
  watch.told(5)
  watch.told(4)
  asks[0]?.reject(new Error('The line is dead'))
  await turn()
  watch.told(5)
  expect(asks).toHaveLength(2)
  asks[1]?.resolve(false)
  await turn()
  pauses[0]?.resolve()
  await turn()
  watch.told(6)
  expect(asks).toHaveLength(2)
})

test('twelve new images during one missing lead to one more check', async () => {
  const { watch, asks, pauses, ask } = watched()
  watch.attend(ask)
  watch.told(5)
  watch.told(4)
  for (let total = 5; total <= 10; total++) watch.told(total)
  asks[0]?.resolve(true)
  await turn()
  for (let total = 11; total <= 16; total++) watch.told(total)
  await turn()
  expect(asks).toHaveLength(1)
  pauses[0]?.resolve()
  await turn()
  expect(asks).toHaveLength(2)
  asks[1]?.resolve(true)
  await turn()
  pauses[1]?.resolve()
  await turn()
  expect(asks).toHaveLength(2)
})

test('another queue is checked while the check of the previous one is pending', async () => {
  const { watch, asks, ask } = watched()
  const leave = watch.attend(ask)
  watch.told(5)
  watch.told(4)
  leave()
  watch.attend(() => ask())
  asks[0]?.reject(new Error('Aborted'))
  await turn()
  expect(asks).toHaveLength(2)
})
