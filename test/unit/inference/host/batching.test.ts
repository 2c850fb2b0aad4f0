import { expect, onTestFinished, test } from 'vitest'
import { batchedSession } from '#inference/host/batching'
import type { Session, Tensors } from '#inference/host/session'
import { openSessionThread } from '#inference/host/session-thread'
import { graphBuilder } from '#inference/onnx/build'
import { writeModel } from '#inference/onnx/write-model'
import { installedModel } from '../../../kit/model-host.ts'

const WORKER = new URL('../../../../main/inference/host/session-worker.ts', import.meta.url)

test('what waits for a network runs together, and each gets its own rows', async () => {
  const { session, rows } = await doubler('batch')
  const batched = batchedSession(session, { most: 4, isMoreComing: () => false })

  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((value) => batched.run(input([value, value]))))

  expect(answers.map(valuesOf)).toEqual([1, 2, 3, 4, 5, 6].map((value) => [2 * value, 2 * value]))
  expect(rows).toEqual([1, 4, 1])
})

test('a lone call waits a moment for those that are about to come', async () => {
  const { session, rows } = await doubler('batch')
  const batched = batchedSession(session, { most: 4, isMoreComing: (waiting) => waiting < 2 })

  const first = batched.run(input([1, 2]))
  await Promise.resolve()
  const second = batched.run(input([3, 4]))

  expect([valuesOf(await first), valuesOf(await second)]).toEqual([
    [2, 4],
    [6, 8],
  ])
  expect(rows).toEqual([2])
})

test('inputs of other shapes do not run together', async () => {
  const { session, rows } = await doubler('batch')
  const batched = batchedSession(session, { most: 4, isMoreComing: () => true })

  const answers = await Promise.all([batched.run(input([1])), batched.run(input([2, 3])), batched.run(input([4]))])

  expect(answers.map(valuesOf)).toEqual([[2], [4, 6], [8]])
  expect(rows).toEqual([2, 1])
})

test('a network for one image at a time runs them one after the other', async () => {
  const { session, rows } = await doubler(1)
  const batched = batchedSession(session, { most: 4, isMoreComing: () => true })

  const answers = await Promise.all([batched.run(input([1])), batched.run(input([2]))])

  expect(answers.map(valuesOf)).toEqual([[2], [4]])
  expect(rows).toEqual([1, 1])
})

/** A real network that doubles rows of numbers, and how many rows each of its runs had. */
async function doubler(batch: number | string): Promise<{ session: Session; rows: number[] }> {
  const g = graphBuilder()
  const numbers = g.input('numbers', 'float32', [batch, 'columns'])
  g.output('doubled', g.op('Mul', [numbers, 2]), { dims: [batch, 'columns'] })
  const bytes = writeModel({ graph: g.graph(), metadata: {} })
  const described = { id: 'toys/doubler', task: 'embedding' as const, family: 'clip' as const }
  const { folder } = await installedModel(described, { model: ['model.onnx', bytes] })
  const open = { files: { model: `${folder}/model.onnx` }, providers: ['cpu' as const], threads: 1 }
  const thread = await openSessionThread({ open, workerUrl: WORKER, runSeconds: 300, overran: () => undefined })
  onTestFinished(() => thread.close())
  const session = thread.sessions.get('model')
  if (session === undefined) throw new Error('The thread has no such network')
  const rows: number[] = []
  const run = (inputs: Tensors) => {
    rows.push(inputs['numbers']?.dims[0] ?? 0)
    return session.run(inputs)
  }
  return { session: { ...session, run }, rows }
}

function input(values: readonly number[]): Tensors {
  return { numbers: { type: 'float32', dims: [1, values.length], data: Float32Array.from(values) } }
}

function valuesOf(outputs: Tensors): number[] {
  return Array.from(outputs['doubled']?.data ?? [], Number)
}
