import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Tensor, Tensors } from '#inference/host/session'
import { columnClasses } from '#inference/models/detr/classes'
import { type DetrLayout, type DetrOutputs, detrLayoutOf, detrOutputsOf } from '#inference/models/detr/layout'
import { readQueries, type Wanted } from '#inference/models/detr/queries'
import { graphBuilder } from '#inference/onnx/build'
import { readSignature } from '#inference/onnx/read-signature'
import { ints } from '#inference/onnx/tensors'
import { writeModel } from '#inference/onnx/write-model'
import { colourClassifier } from '#test/kit/toy-models/classifier'
import { yoloDetector } from '#test/kit/toy-models/detector'
import { detrDetector } from '#test/kit/toy-models/detr-detector'

describe('which columns are classes', () => {
  test('the columns behind the names are none', () => {
    expect(columnClasses(['a', 'b'], 4)).toEqual([
      { className: 'a', classIndex: 0 },
      { className: 'b', classIndex: 1 },
      undefined,
      undefined,
    ])
  })

  test('a name that says that an id is not in use is one that comes more than once', () => {
    const classOf = (names: string[]) => columnClasses(names, names.length).map((column) => column?.className)

    expect(classOf(['N/A', 'person', 'N/A'])).toEqual([undefined, 'person', undefined])
    expect(classOf(['N/A', 'person'])).toEqual(['N/A', 'person'])
  })

  test("COCO's own ids begin at 1 and leave eleven out", () => {
    const columns = columnClasses(
      Array.from({ length: 80 }, (_, place) => `${place}`),
      91,
    )

    const named = columns.flatMap((column, id) => (column ? [[id, column.className] as const] : []))
    expect(named).toHaveLength(80)
    expect(named.slice(0, 3)).toEqual([
      [1, '0'],
      [2, '1'],
      [3, '2'],
    ])
    expect(named.slice(-2)).toEqual([
      [89, '78'],
      [90, '79'],
    ])
    expect(columns[12]).toBeUndefined()
  })
})

describe('what queries say', () => {
  test('one query may be two classes, and of equal scores the earlier one comes first', () => {
    const labels = tensor([2, 2, 9, 1, 3, 9], [1, 2, 3])

    const findings = readQueries['rf-detr']({ labels }, RF_DETR, { ...WANTED, queries: 2, most: 4 })

    expect(findings.map(({ query, className }) => `${query} ${className}`)).toEqual(['1 b', '0 a'])
  })

  test('a score at its threshold is none, a score of half a logit above is', () => {
    const wanted = { ...WANTED, queries: 1, thresholdOf: () => 0.5 }

    expect(readQueries['rf-detr']({ labels: tensor([0, -1], [1, 1, 2]) }, RF_DETR, wanted)).toEqual([])
    expect(readQueries['rf-detr']({ labels: tensor([1e-3, -1], [1, 1, 2]) }, RF_DETR, wanted)).toHaveLength(1)
  })

  test('the share of the column for no object is taken from a softmax', () => {
    const logits = tensor([Math.log(3), 0, Math.log(4)], [1, 1, 3])

    const findings = readQueries.softmax({ logits }, SOFTMAX, { ...WANTED, queries: 1, thresholdOf: () => 0.2 })

    expect(findings).toEqual([{ query: 0, className: 'a', classIndex: 0, confidence: expect.closeTo(3 / 8, 6) }])
  })

  test('probabilities are taken as they are', () => {
    const labels = tensor([0.7, 0.2], [1, 1, 2])

    const [first] = readQueries['rf-detr']({ labels }, RF_DETR, { ...WANTED, queries: 1, isFused: true })

    expect(first?.confidence).toBeCloseTo(0.7, 6)
  })

  test('labels beyond the names and scores that are no numbers stay out', () => {
    const outputs: Tensors = {
      labels: { type: 'int64', dims: [1, 4], data: BigInt64Array.of(0n, 7n, -1n, 1n) },
      scores: tensor([Number.NaN, 0.9, 0.9, 0.8], [1, 4]),
    }

    const findings = readQueries['post-processed'](outputs, POST_PROCESSED, { ...WANTED, queries: 4 })

    expect(findings).toEqual([{ query: 3, className: 'b', classIndex: 1, confidence: expect.closeTo(0.8, 6) }])
  })

  test('of a million queries the best are found, and few more than these are sorted', () => {
    const queries = 1_000_000
    const data = Float32Array.from({ length: 2 * queries }, (_, place) => (place * 7919) % 1999)
    const labels: Tensor = { type: 'float32', dims: [1, queries, 2], data }
    const sort = vi.spyOn(Array.prototype, 'toSorted')
    onTestFinished(() => sort.mockRestore())

    const findings = readQueries['rf-detr']({ labels }, RF_DETR, { ...WANTED, queries, most: 300 })

    expect(findings).toHaveLength(300)
    expect(findings.every(({ confidence }) => confidence === 1)).toBe(true)
    const sorted = sort.mock.contexts.map((list) => (Array.isArray(list) ? list.length : queries))
    expect(sorted.reduce((sum, length) => sum + length, 0)).toBeLessThan(10_000)
  })

  test.each([
    ['another number of queries', tensor([1, 2], [1, 1, 2]), '"labels" as [1, 1, 2], not as [1, 3, classes]'],
    ['another number of axes', tensor([1, 2], [1, 2]), '"labels" as [1, 2], not as [1, 3, classes]'],
    [
      'whole numbers',
      { type: 'int32', dims: [1, 3, 1], data: Int32Array.of(1, 2, 3) } as const,
      'as int32, not as numbers',
    ],
  ])('%s than expected is refused with both', (_, labels, reason) => {
    expect(() => readQueries['rf-detr']({ labels }, RF_DETR, { ...WANTED, queries: 3 })).toThrow(reason)
  })
})

describe('what a network is', () => {
  test.each([
    ['rf-detr', 'object-detection', 3, 0.485],
    ['sigmoid', 'object-detection', 3, 0],
    ['softmax', 'object-detection', 3, 0.485],
    ['post-processed', 'object-detection', undefined, 0],
  ] as const)('a network with the tensors of %s is told', (layout, task, columns, mean) => {
    const network = signatureOf(detrDetector({ layout, side: 64, isSwapped: true }))

    expect(detrLayoutOf(network)).toMatchObject({
      layout,
      task,
      columns,
      input: { width: 64, height: 64, resize: 'stretch', mean: [mean, expect.any(Number), expect.any(Number)] },
    })
  })

  test.each([
    ['sigmoid', 'yolos', 'softmax'],
    ['sigmoid', 'rt_detr', 'sigmoid'],
    ['softmax', 'conditional_detr', 'sigmoid'],
    ['rf-detr', 'detr', 'rf-detr'],
  ] as const)('the tensors of %s beside a model type %s are %s', (tensors, modelType, layout) => {
    const network = signatureOf(detrDetector({ layout: tensors }))

    expect(detrLayoutOf(network, modelType)).toMatchObject({ layout })
  })

  test('a detector with masks is an instance segmenter', () => {
    const network = signatureOf(detrDetector({ layout: 'rf-detr', masks: 'logits' }))

    expect(detrLayoutOf(network)).toMatchObject({ task: 'instance-segmentation' })
  })

  test('a network that asks for words as well is none, whatever it answers', () => {
    const g = graphBuilder()
    const image = g.input('pixel_values', 'float32', ['batch', 3, 'height', 'width'])
    g.input('input_ids', 'int64', ['batch', 'tokens'])
    const rows = g.op('Reshape', [image, ints([1, -1, 4])])
    g.output('pred_boxes', rows, { dims: ['batch', 900, 4] })
    g.output('logits', rows, { dims: ['batch', 900, 256] })

    expect(detrLayoutOf(signatureOf(writeModel({ graph: g.graph() })))).toBeUndefined()
  })

  test.each([
    ['a YOLO', yoloDetector()],
    ['a classifier', colourClassifier()],
  ])('%s is none', (_, bytes) => {
    expect(detrLayoutOf(signatureOf(bytes))).toBeUndefined()
  })
})

const WANTED: Wanted = { queries: 0, classNames: ['a', 'b'], thresholdOf: () => 0.4, isFused: false, most: 2 }
const RF_DETR = outputsOf('rf-detr')
const SOFTMAX = outputsOf('softmax')
const POST_PROCESSED = outputsOf('post-processed')

function outputsOf(layout: DetrLayout): DetrOutputs {
  const outputs = detrOutputsOf(signatureOf(detrDetector({ layout })), layout)
  if (outputs === undefined) throw new Error(`The toy is no ${layout}`)
  return outputs
}

function tensor(values: readonly number[], dims: readonly number[]): Tensor {
  return { type: 'float32', dims, data: Float32Array.from(values) }
}

function signatureOf(bytes: Uint8Array) {
  const signature = readSignature(bytes)
  if (!signature.ok) throw new Error(sentenceOf(signature.error.reason))
  return signature.value
}
