import { expect, test } from 'vitest'
import { trailing } from '#core/tasks/trailing'

test('work goes on behind its caller until as much is under way as is allowed', async () => {
  const work = trailing({ most: 2 })
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const steps: string[] = []

  await work.add(first.promise)
  const added = work.add(second.promise).then(() => steps.push('second is taken over'))
  steps.push('second is waiting')
  first.resolve()
  await added
  const settled = work.settled().then(() => steps.push('all is done'))
  steps.push('one is under way')
  second.resolve()
  await settled

  expect(steps).toEqual(['second is waiting', 'second is taken over', 'one is under way', 'all is done'])
})

test('a failure is thrown by the next work and at the end', async () => {
  const work = trailing()
  const full = new Error('The disk is full')

  const first = work.add(Promise.reject(full))
  await first.catch(() => undefined)

  await expect(work.add(Promise.resolve())).rejects.toBe(full)
  await expect(work.settled()).rejects.toBe(full)
})

test('work waits while what is under way holds as many bytes as are allowed', async () => {
  const work = trailing({ mostBytes: 100 })
  const [small, large] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const steps: string[] = []

  await work.add(small.promise, 40)
  const added = work.add(large.promise, 60).then(() => steps.push('the large one is taken over'))
  steps.push('the large one is waiting')
  small.resolve()
  await added
  large.resolve()
  await work.settled()

  expect(steps).toEqual(['the large one is waiting', 'the large one is taken over'])
})
