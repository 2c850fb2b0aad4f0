import { expect, test } from 'vitest'
import type { InstalledModel } from '#core/models/inference/ports'
import { installedModel, sharedRuntime } from '../../../../kit/model-host.ts'
import { paintedImage } from '../../../../kit/painted-image.ts'
import { imageTower, PERCEPTION_PIXELS, textTower, tokenEcho } from '../../../../kit/toy-models/text/clip-towers.ts'
import { clipFiles, clipVocabulary } from '../../../../kit/toy-models/text/tokenizer-clip.ts'

const VOCABULARY = clipVocabulary(['red', 'green', 'car'])
const { tokenizer } = clipFiles(VOCABULARY)

test('the whole of a long image is looked at, and red words are near to red images', async () => {
  const left = { colour: '#f00', box: [0, 0, 100, 100] } as const
  const long = await paintedImage({ width: 200, height: 100, ground: '#0f0', rectangles: [left] })
  const [model, runtime] = [await installed(textTower({ vocabulary: VOCABULARY, length: 32 })), sharedRuntime()]

  const images = await runtime.run({ model, operation: 'embed-images', input: { images: [long] } })
  const texts = await runtime.run({ model, operation: 'embed-texts', input: { texts: ['green car'] } })

  const row = images.ok ? images.value.output[0]?.map((value) => Math.abs(Math.round(value))) : []
  expect(row).toEqual([1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0])
  expect(texts).toMatchObject({ value: { output: [[0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]] } })
})

test('texts have 32 tokens, the last of a long one its end mark', async () => {
  const [model, runtime] = [await installed(tokenEcho({ type: 'int64' })), sharedRuntime()]
  const [begin, red, end] = ['<|startoftext|>', 'red</w>', '<|endoftext|>'].map((token) => VOCABULARY.ids.get(token))

  const texts = ['red', 'red '.repeat(100)]
  const answer = await runtime.run({ model, operation: 'embed-texts', input: { texts } })

  const rest = Array.from({ length: 29 }, () => 0)
  const full = Array.from({ length: 30 }, () => red)
  expect(answer).toMatchObject({
    value: {
      output: [
        [begin, red, end, ...rest],
        [begin, ...full, end],
      ],
    },
  })
})

function installed(textual: Uint8Array): Promise<InstalledModel> {
  return installedModel(
    { id: 'perception_encoder/toy', task: 'embedding', family: 'perception-encoder' },
    {
      visual: ['visual.onnx', imageTower({ side: 32, pixels: PERCEPTION_PIXELS })],
      textual: ['textual.onnx', textual],
      tokenizer: ['tokenizer.json', tokenizer],
    },
  )
}
