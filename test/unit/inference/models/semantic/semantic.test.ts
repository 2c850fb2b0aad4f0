import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { SemanticMap } from '#common/inference/prediction'
import type { ImageSource, PredictOptions } from '#core/models/inference/operations'
import type { InstalledModel } from '#core/models/inference/ports'
import { semanticLayoutOf } from '#inference/models/semantic/layout'
import { readSignature } from '#inference/onnx/read-signature'
import { drawnFile, GREEN, plainInput, RED } from '#test/kit/drawn-file'
import type { DescribedModel } from '#test/kit/model-folder'
import { predictingHost } from '#test/kit/predicting'
import { classMaps } from '#test/kit/toy-models/class-maps'
import { detrDetector } from '#test/kit/toy-models/detr-detector'

const host = predictingHost()

/** Pixels of the image below, in its first black, its red, and its green. */
const STRIPES: Places = [
  [8, 32],
  [48, 32],
  [110, 32],
]
const BLACK_AND_RED = STRIPES.slice(0, 2)

describe.each(['stretch', 'letterbox', 'pad-end'] as const)('a frame of kind %s', (resize) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'pixels have the class of their colour where EXIF says %i',
    async (orientation) => {
      const model = await toy({ manifest: { input: plainInput(64, resize) } })

      const map = await mapped(model, await threeStripes(orientation))

      expect(map.size).toEqual({ width: 128, height: 64 })
      expect(map.present).toEqual([0, 1, 2])
      expect(
        await classesAt(map, [
          [8, 32],
          [40, 4],
          [40, 60],
          [70, 32],
          [100, 2],
          [126, 62],
        ]),
      ).toEqual([0, 1, 1, 0, 2, 2])
    },
  )
})

test('borders between classes lie between the cells of a coarse map', async () => {
  const model = await toy({ stride: 8 })

  const classes = await greyOf(await mapped(model, await threeStripes()), 'classes')

  const row = Array.from(classes.subarray(32 * 128, 33 * 128))
  expect(Math.abs(row.indexOf(1) - 32)).toBeLessThanOrEqual(4)
  expect(Math.abs(row.lastIndexOf(1) - 63)).toBeLessThanOrEqual(4)
  expect(Math.abs(row.indexOf(2) - 96)).toBeLessThanOrEqual(4)
})

test('confidences are the shares of a softmax in 255 steps', async () => {
  const model = await toy()

  const map = await mapped(model, await threeStripes())

  // Black: 6 against 0 and 0. Red: 20 against 6 and −20.
  const ground = Math.round((255 * Math.exp(6)) / (Math.exp(6) + 2))
  expect(await confidencesAt(map, BLACK_AND_RED)).toEqual([ground, 255])
})

test('maps are grey images of 8 bits as large as the image', async () => {
  const map = await mapped(await toy(), await threeStripes())

  for (const bytes of [map.classes, map.confidences]) {
    const { format, width, height, channels, depth } = await sharp(bytes).metadata()
    expect({ format, width, height, channels, depth }).toEqual({
      format: 'png',
      width: 128,
      height: 64,
      channels: 1,
      depth: 'uchar',
    })
  }
})

test('pixels under the threshold of their class are background without confidence', async () => {
  const thresholds = { best: { all: 0.5, classes: { background: 0.999, red: 0.9 } } }
  const model = await toy({ manifest: { thresholds } })

  const map = await mapped(model, await threeStripes(), { confidence: 'best' })

  expect(await classesAt(map, BLACK_AND_RED)).toEqual([0, 1])
  expect(await confidencesAt(map, BLACK_AND_RED)).toEqual([0, 255])
})

test('pixels outside the static crop are background without confidence', async () => {
  const preprocessing = { 'static-crop': { x_min: 0, x_max: 50, y_min: 25, y_max: 75 } }
  const model = await toy({ manifest: { preprocessing } })

  const map = await mapped(model, await threeStripes())

  expect(map.present).toEqual([0, 1])
  expect(
    await classesAt(map, [
      [48, 15],
      [48, 16],
      [48, 47],
      [48, 48],
      [110, 32],
    ]),
  ).toEqual([0, 1, 1, 0, 0])
  expect(
    await confidencesAt(map, [
      [48, 15],
      [8, 16],
      [8, 48],
      [110, 32],
    ]),
  ).toEqual([0, 254, 0, 0])
})

test('pixels beside the cut-out middle are background without confidence', async () => {
  const model = await toy({ manifest: { input: plainInput(64, 'cover') } })

  const map = await mapped(model, await threeStripes())

  expect(
    await classesAt(map, [
      [33, 32],
      [62, 32],
      [97, 32],
    ]),
  ).toEqual([1, 1, 0])
  expect(
    await confidencesAt(map, [
      [31, 32],
      [97, 32],
    ]),
  ).toEqual([0, 0])
})

describe('a single channel', () => {
  test.each([undefined, 'Sigmoid'] as const)('is the one class beside the background (ending: %s)', async (ending) => {
    const manifest = { classNames: ['red'], isFused: ending !== undefined }
    const model = await toy({ channels: ['red'], manifest, ...(ending && { ending }) })

    const map = await mapped(model, await threeStripes(), { confidence: 0.6 })

    expect(map.classNames).toEqual(['background', 'red'])
    expect(await classesAt(map, STRIPES)).toEqual([0, 1, 0])
    expect(await confidencesAt(map, BLACK_AND_RED)).toEqual([0, 255])
  })
})

test('a network that ends in a softmax is not given a second one', async () => {
  const model = await toy({ ending: 'Softmax', manifest: { isFused: true } })

  const map = await mapped(model, await threeStripes())

  expect(await classesAt(map, STRIPES)).toEqual([0, 1, 2])
  expect(await confidencesAt(map, BLACK_AND_RED)).toEqual([254, 255])
})

test('classes without a background get one in front of them', async () => {
  const model = await toy({ channels: ['red', 'green'], manifest: { classNames: ['red', 'green'] } })

  const map = await mapped(model, await threeStripes(), { confidence: 0.6 })

  expect(map.classNames).toEqual(['background', 'red', 'green'])
  expect(await classesAt(map, STRIPES)).toEqual([0, 1, 2])
})

test('names without the background of the first channel get it', async () => {
  const model = await toy({ manifest: { classNames: ['red', 'green'] } })

  const map = await mapped(model, await threeStripes())

  expect(map.classNames).toEqual(['background', 'red', 'green'])
  expect(await classesAt(map, STRIPES)).toEqual([0, 1, 2])
})

test('a background at another place takes what is under the threshold', async () => {
  const channels = ['red', 'ground', 'green'] as const
  const thresholds = { best: { all: 0.5, classes: { green: 1 } } }
  const model = await toy({ channels, manifest: { classNames: ['red', 'Background', 'green'], thresholds } })

  const map = await mapped(model, await threeStripes(), { confidence: 'best' })

  expect(await classesAt(map, STRIPES)).toEqual([1, 0, 1])
})

test('two hundred classes of which nearly none is there change nothing', async () => {
  const none = Array.from({ length: 197 }, () => 'nothing' as const)
  const classNames = ['background', 'red', 'green', ...none.map((_, place) => `class ${place}`)]
  const model = await toy({ channels: ['ground', 'red', 'green', ...none], manifest: { classNames } })

  const map = await mapped(model, await threeStripes())

  expect(await classesAt(map, STRIPES)).toEqual([0, 1, 2])
  expect(await confidencesAt(map, [[8, 32]])).toEqual([254])
})

test('pixels for which the network answers no numbers are background', async () => {
  const model = await toy({ isBroken: true })

  const map = await mapped(model, await threeStripes())

  expect(
    await classesAt(map, [
      [48, 32],
      [110, 32],
    ]),
  ).toEqual([1, 0])
  expect(await confidencesAt(map, [[110, 32]])).toEqual([0])
})

test.each([
  ['another number of names than of channels', ['background', 'red'], 'It outputs 3 channels, but 2 classes are named'],
  ['more classes than a map holds', Array.from({ length: 257 }, (_, i) => `class ${i}`), 'at most 256'],
])('%s is refused', async (_, classNames, reason) => {
  const model = await toy({ manifest: { classNames } })

  await expect(mapped(model, await threeStripes())).rejects.toThrow(reason)
})

test('a segmenter is told by its tensors', () => {
  expect(layoutOf(classMaps({ withAuxiliary: true, scores: 'out' }))).toMatchObject({
    output: { name: 'out' },
    channels: 3,
    isFused: false,
    input: { width: 64, height: 64, mean: [0.485, 0.456, 0.406] },
  })
  expect(layoutOf(classMaps({ scores: 'image_embeddings' }))).toBeUndefined()
  expect(layoutOf(detrDetector({ layout: 'rf-detr', masks: 'logits' }))).toBeUndefined()
})

type ToyOptions = Parameters<typeof classMaps>[0] & { readonly manifest?: Partial<Omit<DescribedModel, 'id'>> }

function toy({ manifest, ...options }: ToyOptions = {}) {
  const described = { task: 'semantic-segmentation' as const, family: 'semantic' as const }
  const classNames = ['background', 'red', 'green']
  return host.install({ ...described, classNames, input: plainInput(64, 'stretch'), ...manifest }, classMaps(options))
}

/** Black, red, black and green, a quarter of the width each. */
function threeStripes(orientation?: number): Promise<ImageSource> {
  const things = [
    { rgb: RED, box: [32, 0, 64, 64] as const },
    { rgb: GREEN, box: [96, 0, 128, 64] as const },
  ]
  return drawnFile({ width: 128, height: 64, things, ...(orientation !== undefined && { orientation }) })
}

async function mapped(
  model: InstalledModel,
  image: ImageSource,
  options: Partial<PredictOptions> = {},
): Promise<SemanticMap> {
  const prediction = await host.predict(model, image, options)
  if (prediction.kind !== 'semantic') throw new Error(`The model answers ${prediction.kind}`)
  return prediction
}

type Places = readonly (readonly [x: number, y: number])[]

async function greyOf(map: SemanticMap, which: 'classes' | 'confidences'): Promise<Uint8Array> {
  return sharp(map[which]).toColourspace('b-w').raw().toBuffer()
}

async function valuesAt(map: SemanticMap, which: 'classes' | 'confidences', places: Places) {
  const grey = await greyOf(map, which)
  return places.map(([x, y]) => grey[y * map.size.width + x])
}

function classesAt(map: SemanticMap, places: Places) {
  return valuesAt(map, 'classes', places)
}

function confidencesAt(map: SemanticMap, places: Places) {
  return valuesAt(map, 'confidences', places)
}

function layoutOf(bytes: Uint8Array) {
  const signature = readSignature(bytes)
  return signature.ok ? semanticLayoutOf(signature.value) : undefined
}
