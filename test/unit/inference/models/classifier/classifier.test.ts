import { describe, expect, test } from 'vitest'
import type { ImageSource } from '#core/models/inference/operations'
import { classifierLayoutOf } from '#inference/models/classifier/layout'
import { readSignature } from '#inference/onnx/read-signature'
import { drawnFile, GREEN, plainInput, RED } from '#test/kit/drawn-file'
import type { DescribedModel } from '#test/kit/model-folder'
import { predictingHost } from '#test/kit/predicting'
import { classScores } from '#test/kit/toy-models/class-scores'
import { detrDetector } from '#test/kit/toy-models/detr-detector'

const host = predictingHost()
const SIZE = { width: 64, height: 32 }

describe('one class', () => {
  test('shares of a softmax come with four decimals, the best first', async () => {
    const model = await toy()

    // Red is 8 · (¾ − ¼), green 8 · (¼ − ¾), blue 8 · (0 − 1).
    expect(await host.predict(model, await redAndGreen(48), { confidence: 0 })).toEqual({
      kind: 'class',
      size: SIZE,
      scores: [
        { className: 'red', classIndex: 0, confidence: 0.9997 },
        { className: 'green', classIndex: 1, confidence: 0.0003 },
        { className: 'blue', classIndex: 2, confidence: 0 },
      ],
    })
  })

  test('classes under the threshold are left out, all of them where none is over it', async () => {
    const model = await toy()

    expect(await host.predict(model, await redAndGreen(34), { confidence: 0.4 })).toMatchObject({
      scores: [{ className: 'red', confidence: 0.7309 }],
    })
    expect(await host.predict(model, await redAndGreen(34), { confidence: 0.8 })).toMatchObject({ scores: [] })
  })

  test('without a number the cut is at one half, or where the model says', async () => {
    const image = await redAndGreen(32)
    const thresholds = { confidence: 0.3, best: { all: 0.6, classes: { green: 0.2 } } }
    const [plain, own] = [await toy(), await toy({ manifest: { thresholds } })]

    expect(await host.predict(plain, image, { confidence: 'default' })).toMatchObject({ scores: [] })
    expect(await host.predict(own, image, { confidence: 'default' })).toMatchObject({ scores: [{}, {}] })
    expect(await host.predict(own, image, { confidence: 'best' })).toMatchObject({
      scores: [{ className: 'green', confidence: expect.closeTo(0.5, 3) }],
    })
  })

  test.each([true, undefined])(
    'a network that ends in a softmax is not given a second one (told: %s)',
    async (isFused) => {
      const model = await toy({ ending: 'Softmax', ...(isFused && { manifest: { isFused } }) })

      expect(await host.predict(model, await redAndGreen(34))).toMatchObject({
        scores: [{ className: 'red', confidence: 0.7309 }],
      })
    },
  )

  test('a network of half precision answers the same', async () => {
    const model = await toy({ type: 'float16' })

    expect(await host.predict(model, await redAndGreen(34))).toMatchObject({
      scores: [{ className: 'red', confidence: expect.closeTo(0.731, 2) }],
    })
  })

  test('a manifest that says there is no softmax is believed', async () => {
    const model = await toy({ ending: 'Softmax', manifest: { isFused: false } })

    expect(await host.predict(model, await redAndGreen(64), { confidence: 0 })).toMatchObject({
      scores: [{ className: 'red', confidence: 0.5761 }, {}, {}],
    })
  })

  test('cutting out the middle sees the middle alone, stretching all of it', async () => {
    const image = await greenInTheMiddle()
    const [cut, stretched] = await Promise.all((['cover', 'stretch'] as const).map((resize) => toy({ resize })))
    if (!cut || !stretched) throw new Error('unreachable')

    expect(await host.predict(cut, image)).toMatchObject({ scores: [{ className: 'green' }] })
    expect(await host.predict(stretched, image)).toMatchObject({ scores: [{ className: 'red' }] })
  })
})

describe('any number of classes', () => {
  test('every class is answered in the order of the model, and those from the threshold on are chosen', async () => {
    const model = await toy({ manifest: { task: 'multi-label-classification' } })

    expect(await host.predict(model, await redAndGreen(32), { confidence: 0.5 })).toEqual({
      kind: 'classes',
      size: SIZE,
      scores: [
        { className: 'red', classIndex: 0, confidence: 0.5 },
        { className: 'green', classIndex: 1, confidence: 0.5 },
        { className: 'blue', classIndex: 2, confidence: expect.closeTo(0.000335, 6) },
      ],
      chosen: ['red', 'green'],
    })
  })

  test('the best thresholds are those of each class', async () => {
    const thresholds = { best: { all: 0.4, classes: { red: 0.9, blue: 0.0001 } } }
    const model = await toy({ manifest: { task: 'multi-label-classification', thresholds } })

    expect(await host.predict(model, await redAndGreen(32), { confidence: 'best' })).toMatchObject({
      chosen: ['green', 'blue'],
    })
  })

  test('a network that ends in a sigmoid is not given a second one', async () => {
    const model = await toy({ ending: 'Sigmoid', manifest: { task: 'multi-label-classification', isFused: true } })

    expect(await host.predict(model, await redAndGreen(64))).toMatchObject({
      scores: [{ confidence: expect.closeTo(0.9997, 4) }, { confidence: expect.closeTo(0.0003, 4) }, {}],
      chosen: ['red'],
    })
  })
})

test('an image is classified as it is shown, not as it is stored', async () => {
  const model = await toy({ resize: 'cover' })

  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const prediction = await host.predict(model, await greenInTheMiddle(orientation))
    expect(prediction).toMatchObject({ size: { width: 192, height: 64 }, scores: [{ className: 'green' }] })
  }
})

test('scores that are no numbers are refused', async () => {
  const model = await toy({ isBroken: true })

  await expect(host.predict(model, await redAndGreen(32))).rejects.toThrow('something that is not a number for a class')
})

test('another number of names than of scores is refused with both', async () => {
  const model = await toy({ manifest: { classNames: ['red', 'green'] } })

  await expect(host.predict(model, await redAndGreen(32))).rejects.toThrow('"logits" as [1, 3], not as [1, 2]')
})

test('a classifier is told by its tensors, with what its exporter usually wants', () => {
  const ofUltralytics = layoutOf(classScores({ image: 'images', scores: 'output0', ending: 'Softmax' }))
  const ofTransformers = layoutOf(classScores({ withEmbedding: true }))

  expect(ofUltralytics).toMatchObject({
    classes: 3,
    isFused: true,
    input: { width: 64, resize: 'cover', std: [1, 1, 1] },
  })
  expect(ofTransformers).toMatchObject({ output: { name: 'logits' }, isFused: false, input: { mean: [0.5, 0.5, 0.5] } })
  expect(layoutOf(classScores({ scores: 'image_embeds' }))).toBeUndefined()
  expect(layoutOf(detrDetector({ layout: 'rf-detr' }))).toBeUndefined()
})

type ToyOptions = Parameters<typeof classScores>[0] & {
  readonly resize?: 'stretch' | 'cover'
  readonly manifest?: Partial<Omit<DescribedModel, 'id'>>
}

function toy({ manifest, resize = 'stretch', ...options }: ToyOptions = {}) {
  const described = {
    task: 'classification' as const,
    family: 'classifier' as const,
    classNames: ['red', 'green', 'blue'],
  }
  return host.install({ ...described, input: plainInput(64, resize), ...manifest }, classScores(options))
}

/** So many of 64 columns are red, the rest green. */
function redAndGreen(red: number): Promise<ImageSource> {
  const things = [
    { rgb: RED, box: [0, 0, red, 32] as const },
    { rgb: GREEN, box: [red, 0, 64, 32] as const },
  ]
  return drawnFile({ ...SIZE, things })
}

/** A third is green, the thirds beside it are red. */
function greenInTheMiddle(orientation?: number): Promise<ImageSource> {
  const things = [
    { rgb: RED, box: [0, 0, 192, 64] as const },
    { rgb: GREEN, box: [64, 0, 128, 64] as const },
  ]
  return drawnFile({ width: 192, height: 64, things, ...(orientation !== undefined && { orientation }) })
}

function layoutOf(bytes: Uint8Array) {
  const signature = readSignature(bytes)
  return signature.ok ? classifierLayoutOf(signature.value) : undefined
}
