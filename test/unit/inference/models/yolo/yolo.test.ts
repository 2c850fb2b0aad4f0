import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Box, boxRing } from '#common/geometry/box'
import { fillRings, maskIou } from '#common/geometry/mask'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { DetectedMask, DetectedObject } from '#common/inference/prediction'
import { sentenceOf } from '#common/messages/sentence'
import type { PredictOptions } from '#core/models/inference/operations'
import { installedModel, PREDICT, sharedRuntime } from '../../../../kit/model-host.ts'
import { type Painted, paintedPng, storedTurned } from '../../../../kit/toy-models/yolo-images.ts'
import { TOY_CLASSES, type YoloToy, yoloToy } from '../../../../kit/toy-models/yolo-toy.ts'

/** Twice as wide and high as the network's frame, which leaves a strip of 32 rows above and below. */
const SIZE = { width: 256, height: 192 }
const RECTANGLES: readonly Painted[] = [
  ['red', 32, 16, 96, 80],
  ['green', 160, 96, 224, 160],
]
const RED = { x0: 32, y0: 16, x1: 96, y1: 80 }
const GREEN = { x0: 160, y0: 96, x1: 224, y1: 160 }

describe('rectangles of colour are found where they lie', () => {
  test.each<YoloToy>([
    { layout: 'v8' },
    { layout: 'v8', isTransposed: true },
    { layout: 'v5' },
    { layout: 'v5', isTransposed: true },
    { layout: 'nas' },
    { layout: 'v10' },
    { layout: 'v26' },
  ])('by $layout', async (toy) => {
    const objects = await found(toy)

    expect(summaryOf(objects)).toEqual([
      { className: 'green', box: GREEN },
      { className: 'red', box: RED },
    ])
  })
})

describe('boxes are turned', () => {
  test.each<YoloToy>([
    { layout: 'v8-turned' },
    { layout: 'v8-turned', isTransposed: true },
    { layout: 'v10-turned' },
    { layout: 'v26-turned' },
  ])('by $layout', async (toy) => {
    const objects = await found(toy)

    const [green, red] = objects.toSorted((one, other) => one.className.localeCompare(other.className))
    expect(red).toMatchObject({ box: RED, corners: near([32, 16, 96, 16, 96, 80, 32, 80]) })
    // A square on its tip, about its center at 192, 128.
    expect(green?.corners).toEqual(near([192, 82.75, 237.25, 128, 192, 173.25, 146.75, 128]))
    expect(green?.box).toEqual({ x0: 147, y0: 83, x1: 237, y1: 173 })
  })
})

describe('masks cover what has the colour', () => {
  test.each<YoloToy>([
    { layout: 'v8', task: 'instance-segmentation' },
    { layout: 'v5', task: 'instance-segmentation' },
    { layout: 'v7-masks', task: 'instance-segmentation' },
    { layout: 'v10', task: 'instance-segmentation' },
    { layout: 'v26', task: 'instance-segmentation' },
  ])('by $layout', async (toy) => {
    const objects = await found(toy)

    expect(summaryOf(objects).map(({ box }) => box)).toEqual([GREEN, RED])
    // Only the corners are a little round.
    for (const { mask, box } of objects) expect(overlap(mask, box)).toBeGreaterThan(0.98)
  })
})

describe('keypoints are corners of the rectangles', () => {
  test.each<YoloToy>([
    { layout: 'v8', task: 'keypoint-detection' },
    { layout: 'v10', task: 'keypoint-detection' },
    { layout: 'v26', task: 'keypoint-detection' },
  ])('by $layout', async (toy) => {
    const objects = await found(toy, { keypoints: KEYPOINTS })

    const [green, red] = objects.toSorted((one, other) => one.className.localeCompare(other.className))
    expect(red?.keypoints).toMatchObject([
      { x: 32, y: 16, index: 0, name: 'first' },
      { x: 96, y: 80, index: 1, name: 'last' },
    ])
    expect(green?.keypoints).toMatchObject([
      { x: 160, y: 96, index: 0, name: '0' },
      { x: 224, y: 160, index: 1, name: '1' },
    ])
  })

  test('a class has no more points than its names', async () => {
    const only = [{ className: 'red', points: ['first'], edges: [] }, ...KEYPOINTS.slice(1)]

    const objects = await found({ layout: 'v8', task: 'keypoint-detection' }, { keypoints: only })

    expect(objects.find(({ className }) => className === 'red')?.keypoints).toMatchObject([{ name: 'first' }])
  })

  test('points that are less sure than asked for are left out', async () => {
    const toy: YoloToy = { layout: 'v8', task: 'keypoint-detection' }

    const objects = await found(toy, { keypoints: KEYPOINTS }, { keypointConfidence: 0.6 })

    expect(objects.map(({ keypoints = [] }) => keypoints.map(({ index }) => index))).toEqual([[0], [0]])
  })
})

describe('objects are found where they are displayed, however the image is stored and laid into the frame', () => {
  const turns = ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((orientation) => ['letterbox', orientation] as const)
  const cases = [...turns, ['stretch', 6], ['pad-end', 6], ['cover', 6]] as const
  test.each(cases)('%s, EXIF tag %i', async (resize, orientation) => {
    const image = storedTurned(orientation, { width: 426, height: 392 }, [['red', 120, 150, 220, 260]])
    const bytes = await image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()

    const objects = await found({ layout: 'v8' }, { input: { ...INPUT, resize } }, { confidence: 0.3 }, bytes)

    const near = (value: number) => expect.toSatisfy((other: number) => Math.abs(other - value) <= 4, `near ${value}`)
    const box = { x0: near(120), y0: near(150), x1: near(220), y1: near(260) }
    expect(objects).toMatchObject([{ className: 'red', box }])
  })
})

const INPUT: Omit<ModelInput, 'resize'> = {
  width: 128,
  height: 128,
  padding: 114,
  channels: 'rgb',
  divisor: 255,
  mean: [0, 0, 0],
  std: [1, 1, 1],
}

const KEYPOINTS = [
  { className: 'red', points: ['first', 'last', 'never'], edges: [] },
  { className: 'someone else', points: ['a', 'b', 'c'], edges: [] },
]

async function found(
  toy: YoloToy,
  manifest: Partial<Omit<ModelManifest, 'files'>> = {},
  options: Partial<PredictOptions> = {},
  bytes?: Uint8Array,
): Promise<readonly DetectedObject[]> {
  const { layout, task = 'object-detection' } = toy
  const described = {
    id: `toys/${randomUUID()}`,
    task,
    family: 'yolo' as const,
    layout,
    classNames: [...TOY_CLASSES],
    ...manifest,
  }
  const model = await installedModel(described, { model: ['model.onnx', yoloToy(toy)] })
  const image = { kind: 'encoded' as const, bytes: bytes ?? (await paintedPng(SIZE, RECTANGLES)) }
  const input = { images: [image], options: { ...PREDICT, ...options } }
  const answer = await sharedRuntime().run({ model, operation: 'predict', input })
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  const prediction = answer.value.output[0]?.prediction
  if (prediction?.kind !== 'objects') throw new Error('No objects were answered')
  return prediction.objects
}

function summaryOf(objects: readonly DetectedObject[]) {
  return objects
    .map(({ className, box }) => ({ className, box }))
    .toSorted((one, other) => one.className.localeCompare(other.className))
}

/** Intersection over union of a mask and a rectangle. */
function overlap(mask: DetectedMask | undefined, box: Box): number {
  const rings = mask?.format === 'polygon' ? [mask.ring] : []
  return maskIou(fillRings(rings, SIZE), fillRings([boxRing(box)], SIZE))
}

function near(numbers: readonly number[]) {
  return numbers.map((number) => expect.closeTo(number, 1))
}
