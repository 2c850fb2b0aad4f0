import { expect, test } from 'vitest'
import { cosineSimilarity } from '#common/inference/similarity'
import { sentenceOf } from '#common/messages/sentence'
import type { ImageSource } from '#core/models/inference/operations'
import type { InstalledModel, ModelRuntime } from '#core/models/inference/ports'
import { clipLayoutOf } from '#inference/models/clip/layouts'
import { perceptionEncoderLayoutOf } from '#inference/models/perception-encoder/layout'
import { readSignature } from '#inference/onnx/read-signature'
import { inWords } from '../../../../kit/in-words.ts'
import { installedModel, sharedRuntime } from '../../../../kit/model-host.ts'
import { paintedImage } from '../../../../kit/painted-image.ts'
import {
  brokenTextTower,
  CLIP_PIXELS,
  fusedTowers,
  imageTower,
  PERCEPTION_PIXELS,
  textTower,
  tokenEcho,
} from '../../../../kit/toy-models/text/clip-towers.ts'
import { clipFiles, clipVocabulary } from '../../../../kit/toy-models/text/tokenizer-clip.ts'

const VOCABULARY = clipVocabulary(['red', 'green', 'blue', 'white', 'a', 'car', 'of'])
const TOKENIZER = { tokenizer: ['tokenizer.json', clipFiles(VOCABULARY).tokenizer] } as const
const HF_IMAGES = { side: 32, pixels: CLIP_PIXELS, names: ['pixel_values', 'image_embeds'] } as const
const HF_TEXTS = { vocabulary: VOCABULARY, type: 'int64', names: ['input_ids', 'text_embeds'] } as const

const LAYOUTS = {
  pair: () => ({
    visual: ['visual.onnx', imageTower({ side: 32, pixels: CLIP_PIXELS })],
    textual: ['textual.onnx', textTower({ vocabulary: VOCABULARY })],
    bpe: ['bpe_simple_vocab_16e6.txt', clipFiles(VOCABULARY).bpe],
  }),
  transformers: () => ({
    visual: ['onnx/vision_model.onnx', imageTower(HF_IMAGES)],
    textual: ['onnx/text_model.onnx', textTower({ ...HF_TEXTS, length: 'sequence', hasMask: true })],
    ...TOKENIZER,
  }),
  fused: () => ({ model: ['onnx/model.onnx', fusedTowers(32, VOCABULARY)], ...TOKENIZER }),
  'half precision': () => ({
    visual: ['visual.onnx', imageTower({ side: 'open', pixels: CLIP_PIXELS, type: 'float16' })],
    textual: ['textual.onnx', textTower({ vocabulary: VOCABULARY })],
    ...TOKENIZER,
  }),
  'single text': () => ({
    visual: ['visual.onnx', imageTower({ side: 32, pixels: CLIP_PIXELS, batch: 1 })],
    textual: ['textual.onnx', textTower({ vocabulary: VOCABULARY, batch: 1 })],
    ...TOKENIZER,
  }),
  'four texts': () => ({
    visual: ['visual.onnx', imageTower({ side: 32, pixels: CLIP_PIXELS })],
    textual: ['textual.onnx', textTower({ vocabulary: VOCABULARY, batch: 4 })],
    ...TOKENIZER,
  }),
} satisfies Record<string, () => Record<string, readonly [string, Uint8Array]>>

test.each(Object.keys(LAYOUTS))('in the layout "%s" a red image is nearest to the text about red', async (layout) => {
  const model = await installedClip(layout)
  const runtime = sharedRuntime()
  const texts = ['a green car', 'a red car', 'a blue car', 'white', '', 'of of']
  const images = await Promise.all(['#f00', '#0f0', '#00f', '#fff'].map((colour) => image(colour)))

  const shown = await embedImages(runtime, model, images)
  const written = await embedTexts(runtime, model, texts)

  expect(shown.map((row) => nearest(row, written))).toEqual([1, 0, 2, 3])
})

test('embeddings come back as the network gives them', async () => {
  const model = await installedClip('pair')

  const rows = await embedImages(sharedRuntime(), model, [await image('#f00')])

  expect(rows.map((row) => row.map((value) => Math.round(value * 1000) / 1000))).toEqual([
    [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  ])
})

test('many images and texts come back in their order', async () => {
  const [model, runtime] = [await installedClip('transformers'), sharedRuntime()]
  const colours = Array.from({ length: 20 }, (_, place) => (place % 3 === 0 ? '#f00' : '#00f'))

  const shown = await embedImages(runtime, model, await Promise.all(colours.map((colour) => image(colour))))
  const written = await embedTexts(
    runtime,
    model,
    colours.map((colour) => (colour === '#f00' ? 'red' : 'blue')),
  )

  expect(shown.map((row) => Math.round(row[0] ?? 0))).toEqual(colours.map((colour) => Number(colour === '#f00')))
  expect(written.map((row) => row[0])).toEqual(colours.map((colour) => Number(colour === '#f00')))
})

test('the middle of a long image is looked at', async () => {
  const middle = { colour: '#f00', box: [100, 0, 200, 100] } as const
  const long = await paintedImage({ width: 300, height: 100, ground: '#00f', rectangles: [middle] })

  const [row = []] = await embedImages(sharedRuntime(), await installedClip('pair'), [long])

  expect(row.map(Math.round)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('photos of every orientation are embedded as they are displayed', async () => {
  const corner = { colour: '#f00', box: [32, 0, 64, 32] } as const
  const painting = { width: 64, height: 64, ground: '#000', rectangles: [corner] }
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
  const photos = await Promise.all(orientations.map((orientation) => paintedImage({ ...painting, orientation })))

  const rows = await embedImages(sharedRuntime(), await installedClip('pair'), photos)

  const seen = rows.map((row) => row.slice(0, 4).map((value) => Math.abs(Math.round(value))))
  expect(seen).toEqual(orientations.map(() => [0, 1, 0, 0]))
})

test('a pair of the original is given zeros behind the end mark, one of transformers the end mark again', async () => {
  const runtime = sharedRuntime()
  const [red = 0, begin = 0, end = 0] = ['red</w>', '<|startoftext|>', '<|endoftext|>'].map((token) =>
    VOCABULARY.ids.get(token),
  )
  const pair = await clipWith({ textual: ['textual.onnx', tokenEcho({})], ...TOKENIZER }, 'clip/pair')
  const transformers = await clipWith(
    { textual: ['text_model.onnx', tokenEcho({ type: 'int64', name: 'input_ids' })], ...TOKENIZER },
    'clip/transformers',
  )

  const rows = await Promise.all([pair, transformers].map((model) => embedTexts(runtime, model, ['red'])))

  expect(rows.map(([row = []]) => row)).toEqual([
    [begin, red, end, ...Array.from({ length: 74 }, () => 0)],
    [begin, red, end, ...Array.from({ length: 74 }, () => end)],
  ])
})

test('a text tower alone does not say what is on images', async () => {
  const model = await clipWith({ textual: ['textual.onnx', tokenEcho({})], ...TOKENIZER })

  const answer = await sharedRuntime().run({ model, operation: 'embed-images', input: { images: [] } })

  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'model-cannot' } })
})

test('a model without a tokenizer is refused with the files it needs', async () => {
  const model = await clipWith({ textual: ['textual.onnx', tokenEcho({})] })

  const answer = await sharedRuntime().run({ model, operation: 'embed-texts', input: { texts: ['red'] } })

  expect(inWords(answer)).toMatchObject({
    ok: false,
    error: { reason: 'model-broken', message: expect.stringContaining('Add tokenizer.json') },
  })
})

test('a tower that answers what is no number is refused', async () => {
  const model = await clipWith({ textual: ['textual.onnx', brokenTextTower()], ...TOKENIZER })

  const answer = await sharedRuntime().run({ model, operation: 'embed-texts', input: { texts: ['red'] } })

  const message = expect.stringContaining('Its "features" contains values that are not numbers')
  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'model-broken', message } })
})

test('the importer tells the layouts of CLIP apart by what the networks take and give', () => {
  const told = Object.fromEntries(
    Object.entries(LAYOUTS).map(([layout, files]) => [layout, clipLayoutOf(signatures(files()))]),
  )

  expect(told).toMatchObject({
    pair: { layout: 'pair', files: { visual: 'visual.onnx', textual: 'textual.onnx' } },
    transformers: {
      layout: 'transformers',
      files: { visual: 'onnx/vision_model.onnx', textual: 'onnx/text_model.onnx' },
    },
    fused: { layout: 'fused', files: { model: 'onnx/model.onnx' } },
  })
})

test('towers with shorter texts are a Perception Encoder, and no CLIP', () => {
  const networks = signatures({
    visual: ['visual.onnx', imageTower({ side: 32, pixels: PERCEPTION_PIXELS })],
    textual: ['textual.onnx', textTower({ vocabulary: VOCABULARY, length: 32 })],
  })

  expect(clipLayoutOf(networks)).toBeUndefined()
  expect(perceptionEncoderLayoutOf(networks, '')).toMatchObject({ layout: 'pair' })
})

test('towers that leave the length of texts open are a Perception Encoder if they came under that name', () => {
  const networks = signatures({
    visual: ['visual.onnx', imageTower({ side: 32, pixels: PERCEPTION_PIXELS })],
    textual: ['textual.onnx', textTower({ vocabulary: VOCABULARY, length: 'length' })],
  })

  expect(perceptionEncoderLayoutOf(networks, 'PE-Core-B16-224-ONNX/visual.onnx')).toBeDefined()
  expect(perceptionEncoderLayoutOf(networks, 'ViT-B-32')).toBeUndefined()
  expect(clipLayoutOf(networks)).toBeDefined()
})

test('a classifier alone is no CLIP', () => {
  const networks = signatures({ model: ['model.onnx', imageTower({ side: 32, pixels: CLIP_PIXELS })] })

  expect(clipLayoutOf(networks)).toBeUndefined()
})

type Files = Readonly<Record<string, readonly [path: string, bytes: Uint8Array]>>

function installedClip(layout: string): Promise<InstalledModel> {
  const files = Object.entries(LAYOUTS).find(([name]) => name === layout)?.[1]
  return clipWith(files?.() ?? {})
}

function clipWith(files: Files, id = 'clip/toy'): Promise<InstalledModel> {
  return installedModel({ id, task: 'embedding', family: 'clip' }, files)
}

function signatures(files: Files) {
  const networks = Object.values(files).filter(([path]) => path.endsWith('.onnx'))
  return Object.fromEntries(
    networks.map(([path, bytes]) => {
      const read = readSignature(bytes)
      if (!read.ok) throw new Error(sentenceOf(read.error.reason))
      return [path, read.value]
    }),
  )
}

async function embedImages(runtime: ModelRuntime, model: InstalledModel, images: readonly ImageSource[]) {
  const answer = await runtime.run({ model, operation: 'embed-images', input: { images } })
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  return answer.value.output
}

async function embedTexts(runtime: ModelRuntime, model: InstalledModel, texts: readonly string[]) {
  const answer = await runtime.run({ model, operation: 'embed-texts', input: { texts } })
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  return answer.value.output
}

function image(ground: string): Promise<ImageSource> {
  return paintedImage({ width: 50, height: 40, ground })
}

function nearest(row: readonly number[], rows: readonly (readonly number[])[]): number {
  const likeness = rows.map((other) => cosineSimilarity(row, other))
  return likeness.indexOf(Math.max(...likeness))
}
