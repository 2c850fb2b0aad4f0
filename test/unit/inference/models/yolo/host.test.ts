import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ModelManifest } from '#common/inference/manifest'
import { sentenceOf } from '#common/messages/sentence'
import { inWords } from '../../../../kit/in-words.ts'
import { installedModel, PREDICT, sharedRuntime } from '../../../../kit/model-host.ts'
import { yoloDetector } from '../../../../kit/toy-models/detector.ts'
import { paintedPng } from '../../../../kit/toy-models/yolo-images.ts'
import { yoloToy } from '../../../../kit/toy-models/yolo-toy.ts'

const TOY = { id: 'toys/1', task: 'object-detection', family: 'yolo', classNames: ['red', 'green'] } as const

test('images come back drawn upon when that is asked for', async () => {
  const answer = await ask(TOY, yoloToy({ layout: 'v8' }), { draw: { stroke: 4, labels: true } })

  const [first] = answer.ok ? answer.value.output : []
  const { data, info } = await sharp(first?.drawing).raw().toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0] = data.subarray(3 * (32 * info.width + 96))
  expect({ width: info.width, height: info.height }).toEqual({ width: 192, height: 128 })
  // Its color is that of the studio's first class.
  expect(green).toBeGreaterThan(red)
})

test('nothing is drawn when it is not asked for', async () => {
  const answer = await ask(TOY, yoloToy({ layout: 'v8' }))

  expect(answer.ok && answer.value.output.map((each) => 'drawing' in each)).toEqual([false])
})

test('a network of half precision finds the same', async () => {
  const answer = await ask(TOY, yoloDetector({ side: 128, type: 'float16' }))

  expect(answer).toMatchObject({ ok: true, value: { output: [{ prediction: { objects: [FOUND] } }] } })
})

test('a network that takes four images at once finds the same on one', async () => {
  const answer = await ask(TOY, yoloDetector({ side: 128, batch: 4 }))

  expect(answer).toMatchObject({ ok: true, value: { output: [{ prediction: { objects: [FOUND] } }] } })
})

test('a layout that the manifest does not name is told by the tensors, and the size of the frame too', async () => {
  const answer = await ask({ ...TOY, layout: 'whatever it is' }, yoloDetector({ side: 96, layout: 'v5' }))

  expect(answer).toMatchObject({ ok: true, value: { output: [{ prediction: { objects: [FOUND] } }] } })
})

test('a model of another number of classes is refused with the shapes that it has', async () => {
  const answer = await ask({ ...TOY, classNames: ['red', 'green', 'blue', 'grey'] }, yoloDetector({ side: 96 }))

  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'model-broken' } })
  expect(answer.ok ? '' : sentenceOf(answer.error)).toContain('no YOLO model with 4 classes: "output0" [1, 6, 189]')
})

const FOUND = { className: 'red', box: { x0: 48, y0: 32, x1: 144, y1: 96 } }

async function ask(
  described: Pick<ModelManifest, 'id' | 'task' | 'family'> & {
    readonly layout?: string
    readonly classNames: readonly string[]
  },
  file: Uint8Array,
  options: Partial<typeof PREDICT> = {},
) {
  const classNames = [...described.classNames]
  const model = await installedModel({ ...described, classNames }, { model: ['model.onnx', file] })
  const bytes = await paintedPng({ width: 192, height: 128 }, [['red', 48, 32, 144, 96]])
  const input = { images: [{ kind: 'encoded' as const, bytes }], options: { ...PREDICT, ...options } }
  return sharedRuntime().run({ model, operation: 'predict', input })
}
