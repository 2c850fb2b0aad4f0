import { describe, expect, test } from 'vitest'
import { identity } from '#common/geometry/affine'
import type { ModelManifest } from '#common/inference/manifest'
import { ModelManifest as Manifest } from '#common/inference/manifest'
import type { DetectedObject } from '#common/inference/prediction'
import type { PredictOptions } from '#core/models/inference/operations'
import type { Tensors } from '#inference/host/session'
import type { YoloLayout } from '#inference/models/yolo/layouts'
import { predictionReader } from '#inference/models/yolo/read'
import { PREDICT } from '../../../../kit/model-host.ts'

const SIZE = { width: 100, height: 100 }

describe('confidence', () => {
  test('a score must be over what is asked for; finished objects may just reach it', () => {
    const anchors = rows('v8', [[50, 50, 20, 20, 0.5, 0]])
    const finished = rows('v10', [[40, 40, 60, 60, 0.5, 0]])

    expect(read('v8', anchors, { confidence: 0.5 })).toEqual([])
    expect(read('v10', finished, { confidence: 0.5 })).toHaveLength(1)
  })

  test.each<readonly [YoloLayout, number]>([
    ['v8', 0.4],
    ['v10', 0.4],
    ['v26', 0.25],
  ])('the usual least confidence of %s is %f', (layout, least) => {
    const score = (above: number): readonly number[] =>
      layout === 'v8' ? [50, 50, 20, 20, least + above, 0] : [40, 40, 60, 60, least + above, 0]

    expect(read(layout, rows(layout, [score(0.01)]), { confidence: 'default' })).toHaveLength(1)
    expect(read(layout, rows(layout, [score(-0.01)]), { confidence: 'default' })).toEqual([])
  })

  test('the best thresholds may differ by class', () => {
    const thresholds = { best: { all: 0.3, classes: { cat: 0.8 } } }
    const tensors = rows('v8', [
      [20, 20, 10, 10, 0.6, 0],
      [70, 70, 10, 10, 0, 0.35],
    ])

    const objects = read('v8', tensors, { confidence: 'best' }, { thresholds })

    expect(objects.map(({ className }) => className)).toEqual(['dog'])
  })

  test('of objectness and class both must be over it, and the class is answered', () => {
    const tensors = rows('v5', [
      [20, 20, 10, 10, 0.9, 0.5, 0],
      [50, 50, 10, 10, 0.3, 0.99, 0],
      [80, 80, 10, 10, 0.9, 0.3, 0.2],
    ])

    const objects = read('v5', tensors)

    expect(objects).toMatchObject([{ className: 'cat', confidence: 0.5, box: { x0: 15, y0: 15, x1: 25, y1: 25 } }])
  })
})

describe('what is asked for', () => {
  const overlapping = rows('v8', [
    [50, 50, 20, 20, 0.9, 0],
    [51, 50, 20, 20, 0.8, 0],
    [50, 51, 20, 20, 0, 0.7],
  ])

  test('classes are picked after the cap', () => {
    expect(read('v8', overlapping, { classFilter: ['dog'] })).toMatchObject([{ className: 'dog', classIndex: 1 }])
    expect(read('v8', overlapping, { classFilter: ['dog'], maxDetections: 1 })).toEqual([])
  })

  test('classes compete when that is asked for', () => {
    expect(read('v8', overlapping, { classAgnostic: true })).toMatchObject([{ className: 'cat' }])
  })

  test('finished objects do not compete, however much they overlap', () => {
    const tensors = rows('v10', [
      [40, 40, 60, 60, 0.8, 0],
      [40, 40, 60, 60, 0.9, 0],
      [40, 40, 60, 60, 0.7, 1],
    ])

    const objects = read('v10', tensors, { iouThreshold: 0, classAgnostic: true, maxDetections: 2 })

    expect(objects.map(({ confidence }) => confidence)).toEqual([0.9, 0.8].map((value) => expect.closeTo(value, 5)))
  })
})

describe('numbers that make no sense', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%s anywhere costs no more than its object',
    (odd) => {
      const good = [20, 20, 10, 10, 0.9, 0]
      const bad = [0, 1, 2, 3, 4].map((place) => [50, 50, 10, 10, 0.9, 0].with(place, odd))

      expect(read('v8', rows('v8', [...bad, good]))).toMatchObject([{ box: { x0: 15, y0: 15, x1: 25, y1: 25 } }])
    },
  )

  test('rows of no class, of a class that does not exist or of none at all are left out', () => {
    const tensors = rows('v10', [
      [10, 10, 20, 20, 0.9, Number.NaN],
      [10, 10, 20, 20, 0.9, 7],
      [10, 10, 20, 20, 0.9, -1],
      [10, 10, 20, 20, Number.NaN, 0],
      [10, 10, 20, 20, 0.9, 1],
    ])

    expect(read('v10', tensors)).toMatchObject([{ className: 'dog' }])
  })

  test('boxes without a size and boxes beside the image are no objects', () => {
    const tensors = rows('v8', [
      [50, 50, 0, 10, 0.9, 0],
      [50, 50, -10, -10, 0.9, 0],
      [500, 50, 10, 10, 0.9, 0],
      [99, 50, 10, 10, 0.9, 0],
    ])

    expect(read('v8', tensors)).toMatchObject([{ box: { x0: 94, x1: 100 } }])
  })

  test('a sureness over 1 is 1', () => {
    expect(read('v8', rows('v8', [[50, 50, 20, 20, 3, 0]]))).toMatchObject([{ confidence: 1 }])
  })

  test('a million boxes are answered like a few', () => {
    const count = 1_000_000
    const row = (value: number) => new Float32Array(count).fill(value)
    const values = new Float32Array(6 * count)
    for (const [index, value] of [50, 50, 20, 20, 0.9, 0].entries()) values.set(row(value), index * count)

    const objects = read('v8', { output0: { type: 'float32', dims: [1, 6, count], data: values } })

    expect(objects).toMatchObject([{ box: { x0: 40, y0: 40, x1: 60, y1: 60 } }])
  })
})

describe('tensors of another shape are a broken model, and the failure says what was expected', () => {
  test.each<readonly [layout: YoloLayout, dims: readonly number[], sentence: string]>([
    ['v8', [1, 84, 8400], 'It outputs [1, 84, 8400]; 6 numbers per anchor are expected'],
    ['v5', [1, 100, 9], 'It outputs [1, 100, 9]; 7 numbers per anchor are expected'],
    ['v10', [1, 300, 38], 'It outputs [1, 300, 38]; 6 numbers per anchor are expected'],
    ['v8-turned', [1, 6, 84], 'It outputs [1, 6, 84]; 6 numbers and an angle per anchor are expected'],
    ['v8', [1, 6], 'It outputs "output0" as [1, 6], not as [images, anchors, numbers]'],
  ])('%s of %j', (layout, dims, sentence) => {
    const data = new Float32Array(dims.reduce((product, length) => product * length, 1))

    expect(() => read(layout, { output0: { type: 'float32', dims, data } })).toThrow(sentence)
  })

  test('whole numbers where fractions belong', () => {
    const tensors: Tensors = { output0: { type: 'int32', dims: [1, 6, 2], data: new Int32Array(12) } }

    expect(() => read('v8', tensors)).toThrow('It outputs "output0" as int32, not as numbers')
  })

  test('an output that is missing', () => {
    const tensor = { type: 'float32' as const, dims: [1], data: new Float32Array(1) }

    expect(() => read('v8', { other: tensor })).toThrow('It outputs no tensor "output0", only "other"')
  })

  test('scores for other anchors than there are boxes', () => {
    const boxes = { type: 'float32' as const, dims: [1, 3, 4], data: new Float32Array(12) }
    const scores = { type: 'float32' as const, dims: [1, 5, 2], data: new Float32Array(10) }

    expect(() => read('nas', { output0: boxes, scores })).toThrow('It outputs 3 boxes, but scores for 5')
  })
})

/** Each row is an anchor; `v8` lays them side by side. */
function rows(layout: YoloLayout, values: readonly (readonly number[])[]): Tensors {
  const numbers = values[0]?.length ?? 0
  if (layout !== 'v8') return { output0: { type: 'float32', dims: [1, values.length, numbers], data: flat(values) } }
  const columns = Array.from({ length: numbers }, (_, number) => values.map((row) => row[number] ?? 0))
  return { output0: { type: 'float32', dims: [1, numbers, values.length], data: flat(columns) } }
}

function flat(values: readonly (readonly number[])[]): Float32Array {
  return Float32Array.from(values.flat())
}

function read(
  layout: YoloLayout,
  tensors: Tensors,
  options: Partial<PredictOptions> = {},
  described: Partial<ModelManifest> = {},
): readonly DetectedObject[] {
  const manifest = Manifest.parse({ ...MANIFEST, layout, ...described })
  const reader = predictionReader({ manifest, layout, outputs: { boxes: 'output0', scores: 'scores' }, frame: SIZE })
  const content = { x0: 0, y0: 0, x1: 100, y1: 100 }
  const prediction = reader(tensors, { size: SIZE, content, toImage: identity, options: { ...PREDICT, ...options } })
  return prediction.kind === 'objects' ? prediction.objects : []
}

const MANIFEST = {
  format: 1,
  id: 'toys/1',
  name: 'toy',
  task: 'object-detection',
  family: 'yolo',
  files: {},
  licence: { name: 'MIT' },
  source: 'a test',
  classNames: ['cat', 'dog'],
  addedAt: '2026-01-01T00:00:00Z',
}
