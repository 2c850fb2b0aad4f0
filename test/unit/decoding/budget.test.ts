import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { type DecodeBudget, decodeBudget } from '#decoding/budget'
import { withBudget } from '#decoding/process-budget'

const MIB = 1024 ** 2

function budget() {
  return decodeBudget({ largeLaneBytes: 100, smallLaneBytes: 20, smallBytes: 10 })
}

/** Asks for room and notes when it is there. */
function asked(of: DecodeBudget, order: string[], [name, bytes]: readonly [string, number]) {
  return of.admit(bytes).then((release) => {
    order.push(name)
    return release
  })
}

test('images are admitted in the order in which they came, never more than fit', async () => {
  const held = budget()
  const order: string[] = []
  const first = await asked(held, order, ['first', 60])
  const second = asked(held, order, ['second', 80])
  const third = asked(held, order, ['third', 30])

  first()
  const release = await second
  expect(order).toEqual(['first', 'second'])
  release()
  await third

  expect(order).toEqual(['first', 'second', 'third'])
  expect(held.peak()).toBe(80)
})

test('one that is larger than everything goes alone', async () => {
  const held = budget()
  const order: string[] = []
  const small = await asked(held, order, ['small', 50])
  const huge = asked(held, order, ['huge', 5000])
  const after = asked(held, order, ['after', 20])

  small()
  const release = await huge
  expect([order, held.held()]).toEqual([['small', 'huge'], 5000])
  release()
  await after

  expect(order).toEqual(['small', 'huge', 'after'])
})

test('small images do not wait behind large ones', async () => {
  const held = budget()
  const order: string[] = []
  await asked(held, order, ['large', 100])
  void asked(held, order, ['waiting', 100])

  await asked(held, order, ['thumbnail', 10])

  expect(order).toEqual(['large', 'thumbnail'])
})

test('who leaves the queue holds nobody up', async () => {
  const held = budget()
  const order: string[] = []
  const leaving = new AbortController()
  const first = await asked(held, order, ['first', 60])
  const gone = held.admit(90, leaving.signal)
  const last = asked(held, order, ['last', 40])

  leaving.abort(new Error('the client has left'))

  await expect(gone).rejects.toThrow('the client has left')
  await last
  first()
  first()
  expect([order, held.held()]).toEqual([['first', 'last'], 40])
})

test('a thread decodes within the budget of the thread that started it, and gives it back when it ends', async () => {
  const held = decodeBudget({ largeLaneBytes: 100 * MIB, smallLaneBytes: MIB, smallBytes: MIB })
  const program = `
    const { processBudget } = await import(${JSON.stringify(new URL('../../../main/decoding/process-budget.ts', import.meta.url).href)})
    const { parentPort } = await import('node:worker_threads')
    await processBudget().admit(70 * ${MIB})
    parentPort.postMessage('held')
    parentPort.on('message', () => undefined)
  `
  const thread = () => new Worker(program, { eval: true, ...withBudget(held) })
  const [one, two] = [thread(), thread()]
  const heldBy = (worker: Worker) => new Promise<Worker>((resolve) => worker.once('message', () => resolve(worker)))

  const first = await Promise.race([heldBy(one), heldBy(two)])
  const other = first === one ? two : one
  const admitted = heldBy(other)
  expect(held.held()).toBe(70 * MIB)
  await first.terminate()
  await admitted
  await other.terminate()

  expect(held.peak()).toBe(70 * MIB)
})
