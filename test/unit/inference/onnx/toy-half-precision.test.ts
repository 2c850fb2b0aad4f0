import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSessionThread } from '#inference/host/session-thread'
import { installedModel } from '#test/kit/model-host'
import { yoloDetector } from '#test/kit/toy-models/detector'
import { drawnTensor } from '#test/kit/toy-models/drawn'

const WORKER = new URL('../../../../main/inference/host/session-worker.ts', import.meta.url)
const [ONE, CENTRE_X, CENTRE_Y] = [0x3c00, 0x4f20, 0x4fa0]

test('a toy detector of half precision takes and gives halves', async () => {
  const described = { id: 'toys/half', task: 'object-detection', family: 'yolo' } as const
  const bytes = yoloDetector({ side: 64, type: 'float16' })
  const { folder } = await installedModel(described, { model: ['model.onnx', bytes] })
  const files = { model: join(folder, 'model.onnx') }
  const open = { files, providers: ['cpu' as const], threads: 1 }
  const thread = await openSessionThread({ open, workerUrl: WORKER, runSeconds: 300, overran: () => undefined })
  onTestFinished(() => thread.close())
  const rectangles = [{ rgb: [255, 0, 0], box: [10, 20, 47, 41] }] as const
  const image = drawnTensor([{ width: 64, height: 64, ground: 0, rectangles }])
  const data = Uint16Array.from([...image.data].map((value) => (value === 1 ? ONE : 0)))

  const answered = await thread.sessions.get('model')?.run({ images: { type: 'float16', dims: [1, 3, 64, 64], data } })

  expect(answered?.['output0']?.type).toBe('float16')
  const numbers = Array.from(answered?.['output0']?.data ?? [], Number)
  const best = numbers.indexOf(ONE, 4 * 84) - 4 * 84
  expect([numbers[best], numbers[84 + best]]).toEqual([CENTRE_X, CENTRE_Y])
})
