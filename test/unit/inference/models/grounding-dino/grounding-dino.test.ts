import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { ImageSource, InputOf } from '#core/models/inference/operations'
import { groundingDinoLayoutOf } from '#inference/models/grounding-dino/layout'
import { readSignature } from '#inference/onnx/read-signature'
import { inWords } from '../../../../kit/in-words.ts'
import { installedModel, PREDICT, sharedRuntime } from '../../../../kit/model-host.ts'
import { paintedImage } from '../../../../kit/painted-image.ts'
import { dinoDetector, type ToyDino } from '../../../../kit/toy-models/text/dino-detector.ts'
import { bertFile, bertIds } from '../../../../kit/toy-models/text/tokenizer-bert.ts'

const THINGS = Array.from({ length: 500 }, (_, place) => `thing${place}`)
const VOCABULARY = bertIds(['red', 'green', 'blue', 'crimson', 'car', 'big', ...THINGS])
const RED = { colour: '#f00', box: [20, 10, 60, 40] } as const
const GREEN = { colour: '#0f0', box: [100, 60, 140, 80] } as const
const SCENE = { width: 160, height: 100, ground: '#000', rectangles: [RED, GREEN] } as const

const LAYOUTS: Readonly<Record<string, Toy>> = {
  'transformers, open sides': { layout: 'transformers' },
  'transformers, 800 × 800': { layout: 'transformers', sides: [800, 800] },
  'transformers, half precision': { layout: 'transformers', type: 'float16' },
  'first phrase only': { layout: 'first-phrase' },
  original: { layout: 'original', sides: [320, 480] },
  'original, texts of 64 tokens': { layout: 'original', length: 64 },
}

test.each(Object.keys(LAYOUTS))('in the layout "%s" each class is found where its colour lies', async (layout) => {
  const { objects } = await find({ toy: LAYOUTS[layout], classes: ['blue', 'green', 'Red', 'big'] })

  const found = objects.toSorted((one, other) => one.classIndex - other.classIndex)
  expect(found.map(({ className, classIndex }) => [className, classIndex])).toEqual([
    ['green', 1],
    ['Red', 2],
  ])
  expect(found.map(rounded)).toEqual([GREEN.box, RED.box])
})

test('boxes keep the fractions of their pixels', async () => {
  const image = await paintedImage({ ...SCENE, width: 161, height: 101 })

  const { objects, images } = await find({ classes: ['red'], images: [image] })

  const corners = Object.values(objects[0]?.box ?? {})
  expect(images[0]?.size).toEqual({ width: 161, height: 101 })
  expect(corners.some((corner) => !Number.isInteger(corner))).toBe(true)
  expect(corners.map(Math.round)).toEqual(RED.box)
})

test('a class of several words is found by the one that fits, and the signs between classes fit nothing', async () => {
  const { objects } = await find({ classes: ['big', 'big car', 'red'] })

  expect(objects.map(({ className }) => className)).toEqual(['red', 'big car'])
  expect(objects.map(({ confidence }) => Math.round(confidence * 1000))).toEqual([953, 550])
})

test('of two classes that share the word that fits, the one that fits as a whole is found', async () => {
  const { objects } = await find({ classes: ['big car', 'car'] })

  expect(objects.map(({ className }) => className)).toEqual(['car', 'car'])
})

test.each([
  [{ boxThreshold: 0.94, textThreshold: 0.5 }, ['red', 'green']],
  [{ boxThreshold: 0.96, textThreshold: 0.5 }, []],
  [{ boxThreshold: 0.5, textThreshold: 0.96 }, []],
])('with the thresholds %j what is found is %j', async (thresholds, names) => {
  const { objects } = await find({ classes: ['red', 'green'], ...thresholds })

  expect(objects.map(({ className }) => className)).toEqual(names)
})

test.each([
  [false, ['red', 'crimson']],
  [true, ['red']],
])('when classes compete with each other is %s, one thing is found as %j', async (classAgnostic, names) => {
  const { objects } = await find({ toy: { layout: 'first-phrase' }, classes: ['crimson', 'red'], classAgnostic })

  expect(objects.map(({ className }) => className)).toEqual(names)
})

test('an export that scores the first phrase only is found out, and asked for one class after the other', async () => {
  const toy = { layout: 'first-phrase' } as const

  const { objects } = await find({ toy, layout: 'transformers', classes: ['blue', 'green', 'red'] })

  expect(objects.map(({ className }) => className)).toEqual(['green', 'red'])
})

test('a class that is named again is found once, under its first name', async () => {
  const { objects } = await find({ classes: ['Red', 'red', ' RED. ', 'green'] })

  expect(objects.map(({ className, classIndex }) => [className, classIndex])).toEqual([
    ['Red', 0],
    ['green', 3],
  ])
})

test.each([
  ['signs that part classes', 'St. red?'],
  ['brackets', '(red)'],
  ['the mark of an end', '[SEP] red'],
  ['halves of surrogates', '\ud83d red'],
  ['a thousand words', `red ${'big '.repeat(1000)}`],
])('a class with %s is found under its name', async (_, name) => {
  const { objects } = await find({ classes: ['', 'blue', name] })

  expect(objects.filter(({ classIndex }) => classIndex === 2)).toMatchObject([{ className: name, classIndex: 2 }])
})

test('five hundred classes are looked for in several runs', async () => {
  const { objects } = await find({ classes: [...THINGS, 'red', 'green'] })

  expect(objects.map(({ className, classIndex }) => [className, classIndex])).toEqual([
    ['red', 500],
    ['green', 501],
  ])
})

test.each([
  ['no class at all', [], 'name at least one'],
  ['signs alone', ['?', '...', ' '], 'None of the classes has a word'],
  ['more than a thousand', [...THINGS, ...THINGS, 'red'], '1001 classes are too many at once'],
])('%s cannot be looked for', async (_, classes, reason) => {
  const answer = await ask({ classes })

  expect(inWords(answer)).toMatchObject({
    ok: false,
    error: { reason: 'model-cannot', message: expect.stringContaining(reason) },
  })
})

test('boxes are those of the image as it is displayed, in every orientation', async () => {
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
  const photos = await Promise.all(orientations.map((orientation) => paintedImage({ ...SCENE, orientation })))

  const { images } = await find({ classes: ['red'], images: photos })

  expect(images.map(({ objects }) => objects.map(rounded))).toEqual(orientations.map(() => [RED.box]))
})

test.each([
  [1, 5000, [0, 1000, 1, 2500]],
  [5000, 1, [1000, 0, 2500, 1]],
  [2130, 1960, [17, 1500, 1001, 1950]],
  [3, 2, [1, 0, 3, 1]],
] as const)('an image of %i × %i gives boxes within two pixels of its network', async (width, height, box) => {
  const image = await paintedImage({ width, height, ground: '#000', rectangles: [{ colour: '#f00', box }] })

  const { objects } = await find({ classes: ['red'], images: [image] })

  const found = Object.values(objects[0]?.box ?? {})
  const pixel = Math.max(1, Math.max(width, height) / 1333)
  expect(found.map((corner, place) => Math.abs(corner - (box[place] ?? 0)) <= 2 * pixel)).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('the frame that the manifest describes is the one that is looked at', async () => {
  const values = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225], channels: 'rgb', divisor: 255 } as const
  const input = { width: 320, height: 320, resize: 'letterbox', padding: 0, ...values } as const

  const { objects } = await find({
    classes: ['red'],
    input: { ...input, mean: [...values.mean], std: [...values.std] },
  })

  expect(objects.map(rounded)).toEqual([RED.box])
})

test('a network that scores fewer tokens than it was given is refused', async () => {
  const answer = await ask({ toy: { scored: 3 }, classes: ['red', 'green'] })

  const message = expect.stringContaining('3 scores per box for the 6 tokens')
  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'model-broken', message } })
})

test.each([
  ['transformers', 'transformers'],
  ['first-phrase', 'transformers'],
  ['original', 'original'],
] as const)('the importer tells the layout "%s" by the tensors: %s', (layout, told) => {
  const signature = readSignature(dinoDetector({ vocabulary: VOCABULARY, layout }))

  expect(signature.ok && groundingDinoLayoutOf(signature.value)).toBe(told)
})

type Toy = Omit<ToyDino, 'vocabulary'>
type Wish = Partial<InputOf<'ground'>> & {
  readonly classes: readonly string[]
  readonly toy?: Toy | undefined
  /** Layout in the manifest; the true one when absent. */
  readonly layout?: string
  readonly input?: NonNullable<Parameters<typeof installedModel>[0]['input']>
}

async function ask({ toy = {}, layout = toy.layout ?? 'transformers', input, images, ...asked }: Wish) {
  const described = { id: 'grounding_dino/toy', task: 'zero-shot-detection', family: 'grounding-dino' } as const
  const model = await installedModel(
    { ...described, layout, ...(input && { input }) },
    {
      model: ['model.onnx', dinoDetector({ ...toy, vocabulary: VOCABULARY })],
      tokenizer: ['tokenizer.json', bertFile(VOCABULARY)],
    },
  )
  const usual = { boxThreshold: 0.5, textThreshold: 0.5, classAgnostic: false, skip: PREDICT.skip }
  const sources: readonly ImageSource[] = images ?? [await paintedImage(SCENE)]
  return sharedRuntime().run({ model, operation: 'ground', input: { ...usual, images: sources, ...asked } })
}

async function find(wish: Wish) {
  const answer = await ask(wish)
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  const { output } = answer.value
  return { images: output, objects: output[0]?.objects ?? [] }
}

function rounded({ box: { x0, y0, x1, y1 } }: { box: { x0: number; y0: number; x1: number; y1: number } }) {
  return [x0, y0, x1, y1].map(Math.round)
}
