import { describe, expect, test } from 'vitest'
import type { ModelInput } from '#common/inference/manifest'
import type { DetectedObject } from '#common/inference/prediction'
import type { ImageSource, PredictOptions } from '#core/models/inference/operations'
import type { InstalledModel } from '#core/models/inference/ports'
import { drawnFile, GREEN, RED } from '#test/kit/drawn-file'
import type { DescribedModel } from '#test/kit/model-folder'
import { predictingHost } from '#test/kit/predicting'
import { detrDetector } from '#test/kit/toy-models/detr-detector'

const host = predictingHost()

const LAYOUTS = ['rf-detr', 'sigmoid', 'softmax', 'post-processed'] as const
/** Columns of each layout that its scores may have beside its classes. */
const COLUMNS = {
  'rf-detr': ['red', 'green', 'sure'],
  sigmoid: ['red', 'green'],
  softmax: ['red', 'green', 'sure'],
  'post-processed': ['red', 'green'],
} as const
const RED_BOX = { x0: 16, y0: 80, x1: 64, y1: 120 }
const GREEN_BOX = { x0: 96, y0: 16, x1: 144, y1: 56 }

describe.each(LAYOUTS)('%s', (layout) => {
  test('objects are found where they lie in an image of other proportions', async () => {
    const model = await toy(layout)

    const objects = await found(model, await twoThings())

    expect(objects).toEqual([
      { className: 'green', classIndex: 1, confidence: expect.closeTo(1, 1), box: GREEN_BOX },
      { className: 'red', classIndex: 0, confidence: expect.closeTo(1, 1), box: RED_BOX },
    ])
  })

  test('objects are found in a letterboxed image', async () => {
    const model = await toy(layout, { manifest: { input: { ...inputOf(layout), resize: 'letterbox' } } })

    expect(await found(model, await twoThings())).toMatchObject([
      { className: 'green', box: GREEN_BOX },
      { className: 'red', box: RED_BOX },
    ])
  })

  test('objects are found when the scores come before the boxes', async () => {
    const model = await toy(layout, { isSwapped: true })

    expect(await found(model, await twoThings())).toMatchObject([{ className: 'green' }, { box: RED_BOX }])
  })

  test('the best thresholds of the model are those of each class', async () => {
    const thresholds = { best: { all: 0.3, classes: { green: 0.99999 } } }
    const model = await toy(layout, { manifest: { thresholds } })

    expect(await found(model, await twoThings(), { confidence: 'best' })).toMatchObject([{ className: 'red' }])
  })

  test('as many objects are answered as are asked for, and then only those of the classes asked for', async () => {
    const model = await toy(layout)
    const image = await twoThings()

    expect(await found(model, image, { maxDetections: 1 })).toMatchObject([{ className: 'green' }])
    expect(await found(model, image, { classFilter: ['red'] })).toMatchObject([{ className: 'red' }])
    expect(await found(model, image, { maxDetections: 1, classFilter: ['red'] })).toEqual([])
  })

  test.each(['batch', 1])('each of several images is answered by itself (batch axis: %s)', async (batch) => {
    const model = await toy(layout, { batch })
    const rows = [0, 16, 32, 48, 64]

    const predictions = await host.predictAll(model, await Promise.all(rows.map(redAt)))

    expect(predictions).toMatchObject(
      rows.map((y0) => ({ objects: [{ className: 'red', box: { x0: 16, y0, x1: 64, y1: y0 + 40 } }] })),
    )
  })

  test('objects of an image of 2130 × 1960 are off by less than a pixel of the frame', async () => {
    const things = [{ rgb: RED, box: [300, 410, 901, 1203] as const }]
    const model = await toy(layout)

    const [red] = await found(model, await drawnFile({ width: 2130, height: 1960, things }))

    const { x0, y0, x1, y1 } = red?.box ?? { x0: 0, y0: 0, x1: 0, y1: 0 }
    const off = [x0 - 300, y0 - 410, x1 - 901, y1 - 1203].map(Math.abs)
    expect(Math.max(...off)).toBeLessThan(2130 / 128)
  })

  test('an image that is one pixel wide is all the way across', async () => {
    const things = [{ rgb: RED, box: [0, 1250, 1, 2500] as const }]
    const model = await toy(layout)

    const objects = await found(model, await drawnFile({ width: 1, height: 5000, things }))

    expect(objects).toMatchObject([{ box: { x0: 0, y0: 1250, x1: 1, y1: 2500 } }])
  })

  test('scores that are no numbers find nothing', async () => {
    expect(await found(await toy(layout, { isBroken: true }), await twoThings())).toEqual([])
  })
})

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i', (orientation) => {
  test('objects lie where the image shows them', async () => {
    const model = await toy('rf-detr')

    const objects = await found(model, await twoThings(orientation))

    const boxes = new Map(objects.map(({ className, box }) => [className, box]))
    expect(boxes).toEqual(
      new Map([
        ['red', RED_BOX],
        ['green', GREEN_BOX],
      ]),
    )
  })
})

test('a class that is over its threshold by nothing is left out', async () => {
  const model = await toy('post-processed')
  const [first] = await found(model, await twoThings())

  expect(await found(model, await twoThings(), { confidence: first?.confidence ?? 0 })).toEqual([])
})

test('the background of older packages is no class and has no place', async () => {
  const classNames = ['background_class83422', 'red', 'green']
  const model = await toy('rf-detr', { columns: ['sure', 'red', 'green'], manifest: { classNames } })

  expect(await found(model, await twoThings())).toMatchObject([
    { className: 'green', classIndex: 1 },
    { className: 'red', classIndex: 0 },
  ])
})

test('ids that are not in use keep their places', async () => {
  const columns = ['sure', 'red', 'sure', 'green', 'sure'] as const
  const model = await toy('rf-detr', { columns, manifest: { classNames: ['', 'red', '', 'green'] } })

  expect(await found(model, await twoThings())).toMatchObject([
    { className: 'green', classIndex: 3 },
    { className: 'red', classIndex: 1 },
  ])
})

test('the 80 classes of COCO are found by the 91 ids of COCO', async () => {
  const columns = Array.from({ length: 91 }, (_, id) => ({ 13: 'red' as const, 90: 'green' as const })[id] ?? 'never')
  const classNames = Array.from({ length: 80 }, (_, place) => `class ${place}`)
  const model = await toy('rf-detr', { columns, manifest: { classNames } })

  expect(await found(model, await twoThings())).toMatchObject([
    { className: 'class 79', classIndex: 79 },
    { className: 'class 11', classIndex: 11 },
  ])
})

test('more classes than the network tells apart are refused', async () => {
  const model = await toy('rf-detr', { manifest: { classNames: ['red', 'green', 'blue', 'black'] } })

  await expect(found(model, await twoThings())).rejects.toThrow('It distinguishes 3 classes, but 4 are named')
})

test('boxes of the wrong shape are refused with what was expected and what was found', async () => {
  const model = await toy('rf-detr', { isTooWide: true, manifest: { layout: 'rf-detr' } })

  await expect(found(model, await twoThings())).rejects.toThrow(
    'It outputs "dets" as [1, 256, 5], not as [1, queries, 4]',
  )
})

test('a model whose manifest tells another size than its network takes is refused', async () => {
  const model = await toy('rf-detr', { manifest: { input: { ...inputOf('rf-detr'), width: 96 } } })

  await expect(found(model, await twoThings())).rejects.toThrow(
    'It takes images of 128 × 128 pixels, but its manifest states 96 × 128',
  )
})

test('a layout that the network has not is refused with what it should output and what it does', async () => {
  const model = await toy('sigmoid', { manifest: { layout: 'rf-detr' } })

  await expect(found(model, await twoThings())).rejects.toThrow(
    'With the layout "rf-detr" it should output "dets" [N, Q, 4] and "labels" [N, Q, C], but it takes "pixel_values"',
  )
})

type Layout = (typeof LAYOUTS)[number]
type ToyOptions = Omit<Parameters<typeof detrDetector>[0], 'layout'> & {
  readonly manifest?: Partial<Omit<DescribedModel, 'id'>>
}

function toy(layout: Layout, { manifest, ...options }: ToyOptions = {}): Promise<InstalledModel> {
  const bytes = detrDetector({ layout, side: 128, columns: COLUMNS[layout], ...options })
  const described = { task: 'object-detection' as const, family: 'detr' as const, classNames: ['red', 'green'] }
  return host.install({ ...described, ...manifest }, bytes)
}

function inputOf(layout: Layout): ModelInput {
  const isNormalised = layout === 'rf-detr' || layout === 'softmax'
  return {
    width: 128,
    height: 128,
    resize: 'stretch',
    padding: 0,
    channels: 'rgb',
    divisor: 255,
    mean: isNormalised ? [0.485, 0.456, 0.406] : [0, 0, 0],
    std: isNormalised ? [0.229, 0.224, 0.225] : [1, 1, 1],
  }
}

function twoThings(orientation?: number): Promise<ImageSource> {
  const things = [
    { rgb: RED, box: [16, 80, 64, 120] },
    { rgb: GREEN, box: [96, 16, 144, 56] },
  ] as const
  return drawnFile({ width: 256, height: 128, things, ...(orientation !== undefined && { orientation }) })
}

/** Red from a row on, 48 pixels wide and 40 high. */
function redAt(top: number): Promise<ImageSource> {
  return drawnFile({ width: 256, height: 128, things: [{ rgb: RED, box: [16, top, 64, top + 40] }] })
}

async function found(
  model: InstalledModel,
  image: ImageSource,
  options: Partial<PredictOptions> = {},
): Promise<readonly DetectedObject[]> {
  const prediction = await host.predict(model, image, options)
  if (prediction.kind !== 'objects') throw new Error(`The model answers ${prediction.kind}`)
  return prediction.objects
}
