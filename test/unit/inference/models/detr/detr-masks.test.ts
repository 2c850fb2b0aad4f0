import { describe, expect, test } from 'vitest'
import { fillRings, type Mask, maskIou } from '#common/geometry/mask'
import { decodeMask, runLengthsFromText } from '#common/geometry/rle'
import type { DetectedObject } from '#common/inference/prediction'
import type { ImageSource, PredictOptions } from '#core/models/inference/operations'
import type { InstalledModel } from '#core/models/inference/ports'
import { drawnFile, GREEN, RED } from '#test/kit/drawn-file'
import type { DescribedModel } from '#test/kit/model-folder'
import { predictingHost } from '#test/kit/predicting'
import { detrDetector } from '#test/kit/toy-models/detr-detector'

const host = predictingHost()
const SIZE = { width: 512, height: 256 }
const DISC = [32, 56, 224, 216] as const

describe.each(['logits', 'probabilities'] as const)('masks as %s', (masks) => {
  test.each(['stretch', 'letterbox', 'pad-end'] as const)(
    'follow a disc through a frame of kind %s',
    async (resize) => {
      const model = await toy({ masks, resize })

      const objects = await found(model, await discAndBox(), { maskFormat: 'rle' })

      expect(objects).toMatchObject([{ className: 'green' }, { className: 'red' }])
      expect(maskIou(maskOf(objects[0]), drawn('green'))).toBeGreaterThan(0.97)
      expect(maskIou(maskOf(objects[1]), drawn('red'))).toBeGreaterThan(0.97)
    },
  )
})

test('an outline encloses the pixels of the mask', async () => {
  const model = await toy()

  const [, polygon] = await found(model, await discAndBox())
  const [, runs] = await found(model, await discAndBox(), { maskFormat: 'rle' })

  const ring = polygon?.mask?.format === 'polygon' ? polygon.mask.ring : []
  expect(maskIou(fillRings([ring], SIZE), maskOf(runs))).toBeGreaterThan(0.97)
})

test('run lengths go down the columns and are as long as the image', async () => {
  const model = await toy()

  const [box] = await found(model, await discAndBox(), { maskFormat: 'rle' })

  const counts = box?.mask?.format === 'rle' ? runLengthsFromText(box.mask.counts) : undefined
  if (!counts?.ok) throw new Error('The mask is no run lengths')
  const [before = 0] = counts.value
  // The first columns may be shorter, as corners between cells are round; those in the middle are not.
  const [run = 0, gap = 0] = counts.value.slice(65)
  const { height } = SIZE
  expect(counts.value.reduce((sum, count) => sum + count, 0)).toBe(SIZE.width * SIZE.height)
  // The green box begins at x 320, y 32 and is 96 pixels high.
  expect(Math.abs(Math.floor(before / height) - 320)).toBeLessThanOrEqual(2)
  expect(Math.abs((before % height) - 32)).toBeLessThanOrEqual(3)
  expect(run + gap).toBe(height)
  expect(Math.abs(run - 96)).toBeLessThanOrEqual(2)
})

test('masks of the same image shown in each orientation are the same', async () => {
  const model = await toy()

  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const objects = await found(model, await discAndBox(orientation), { maskFormat: 'rle' })
    const red = objects.find(({ className }) => className === 'red')
    expect(maskIou(maskOf(red), drawn('red'))).toBeGreaterThan(0.97)
  }
})

test('coarser decoding is still a mask of the whole image', async () => {
  const model = await toy()
  const modes = [
    { mode: 'accurate', tradeoff: 0 },
    { mode: 'tradeoff', tradeoff: 0.5 },
    { mode: 'fast', tradeoff: 0 },
  ] as const

  const agreements: number[] = []
  for (const maskDecoding of modes) {
    const [, red] = await found(model, await discAndBox(), { maskFormat: 'rle', maskDecoding })
    agreements.push(maskIou(maskOf(red), drawn('red')))
  }

  const [accurate = 0, between = 0, fast = 0] = agreements
  expect(fast).toBeGreaterThan(0.8)
  expect(between).toBeGreaterThan(fast)
  expect(accurate).toBeGreaterThan(0.97)
})

test('a detection task answers no masks though the network has them', async () => {
  const model = await toy({ task: 'object-detection' })

  const [first] = await found(model, await discAndBox())

  expect(first).not.toHaveProperty('mask')
})

test('a segmenter whose network has no masks is refused', async () => {
  const bytes = detrDetector({ layout: 'rf-detr' })
  const model = await host.install({ ...DESCRIBED, task: 'instance-segmentation' }, bytes)

  await expect(found(model, await discAndBox())).rejects.toThrow('Its task asks for masks, but it takes "input"')
})

const DESCRIBED = { family: 'detr' as const, classNames: ['red', 'green'] }

interface ToyOptions extends Partial<Pick<DescribedModel, 'task'>> {
  readonly masks?: 'logits' | 'probabilities'
  readonly resize?: 'stretch' | 'letterbox' | 'pad-end'
}

function toy({ masks = 'logits', resize = 'stretch', task = 'instance-segmentation' }: ToyOptions = {}) {
  const bytes = detrDetector({ layout: 'rf-detr', side: 256, masks })
  const mean: [number, number, number] = [0.485, 0.456, 0.406]
  const std: [number, number, number] = [0.229, 0.224, 0.225]
  const input = { width: 256, height: 256, resize, padding: 0, channels: 'rgb' as const, divisor: 255, mean, std }
  return host.install({ ...DESCRIBED, task, input }, bytes)
}

function discAndBox(orientation?: number): Promise<ImageSource> {
  const things = [
    { rgb: RED, box: DISC, round: true },
    { rgb: GREEN, box: [320, 32, 448, 128] as const },
  ]
  return drawnFile({ ...SIZE, things, ...(orientation !== undefined && { orientation }) })
}

/** The pixels that are drawn. */
function drawn(what: 'red' | 'green'): Mask {
  if (what === 'green') return fillRings([[320, 32, 448, 32, 448, 128, 320, 128]], SIZE)
  const [left, top, right, bottom] = DISC
  const ring = Array.from({ length: 720 }, (_, i) => {
    const angle = (Math.floor(i / 2) * Math.PI) / 180
    if (i % 2 === 0) return (left + right) / 2 + ((right - left) / 2) * Math.cos(angle)
    return (top + bottom) / 2 + ((bottom - top) / 2) * Math.sin(angle)
  })
  return fillRings([ring], SIZE)
}

function maskOf(object: DetectedObject | undefined): Mask {
  if (object?.mask?.format !== 'rle') throw new Error('The object has no run lengths')
  const counts = runLengthsFromText(object.mask.counts)
  const mask = counts.ok ? decodeMask(counts.value, object.mask.size) : counts
  if (!mask.ok) throw new Error(`The mask is damaged: ${mask.error.kind}`)
  return mask.value
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
