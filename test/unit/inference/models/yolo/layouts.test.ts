import { describe, expect, test } from 'vitest'
import { type YoloKnown, type YoloLayout, yoloLayoutOf } from '#inference/models/yolo/layouts'
import type { YoloTask } from '#inference/models/yolo/signature'
import { readSignature } from '#inference/onnx/read-signature'
import { yoloToy } from '../../../../kit/toy-models/yolo-toy.ts'

const MASKS: YoloTask = 'instance-segmentation'
const POINTS: YoloTask = 'keypoint-detection'

describe('a toy of every layout is recognised from its file', () => {
  test.each<readonly [layout: YoloLayout, task: YoloTask]>([
    ['v5', 'object-detection'],
    ['v5', MASKS],
    ['v7-masks', MASKS],
    ['v8', 'object-detection'],
    ['v8', MASKS],
    ['v8', POINTS],
    ['v8-turned', 'object-detection'],
    ['nas', 'object-detection'],
    ['v10', 'object-detection'],
    ['v10', MASKS],
    ['v10', POINTS],
    ['v10-turned', 'object-detection'],
  ])('%s for %s', (layout, task) => {
    const signature = readSignature(yoloToy({ layout, task }))

    const recognised = signature.ok ? yoloLayoutOf(signature.value, { classCount: 2 }) : undefined

    expect(recognised).toMatchObject({ layout, task })
  })
})

type Case = readonly [words: string, outputs: readonly Dims[], known: YoloKnown, expected: object]
type Dims = readonly (number | string)[]

describe('known exports at 640 pixels are recognised by the shapes of their outputs', () => {
  test.each<Case>([
    ['v8', [[1, 84, 8400]], {}, { layout: 'v8', task: 'object-detection', classCount: 80 }],
    ['v8 of any batch', [['batch', 84, 'anchors']], {}, { layout: 'v8', task: 'object-detection', classCount: 80 }],
    ['v8, transposed', [[1, 8400, 84]], { classCount: 80 }, { layout: 'v8', classCount: 80 }],
    [
      'v8 with masks',
      [
        [1, 116, 8400],
        [1, 32, 160, 160],
      ],
      {},
      { layout: 'v8', task: MASKS, classCount: 80 },
    ],
    ['v8 with keypoints', [[1, 56, 8400]], { classCount: 1 }, { layout: 'v8', task: POINTS, keypointCount: 17 }],
    ['v8 turned', [[1, 20, 21504]], { classCount: 15 }, { layout: 'v8-turned', classCount: 15 }],
    ['v5', [[1, 25200, 85]], {}, { layout: 'v5', task: 'object-detection', classCount: 80 }],
    ['v5 of one class', [[1, 25200, 6]], {}, { layout: 'v5', classCount: 1 }],
    ['v6', [[1, 8400, 85]], { classCount: 80 }, { layout: 'v5', classCount: 80 }],
    ['v5 of any size', [['batch', 'anchors', 85]], {}, { layout: 'v5', classCount: 80 }],
    [
      'v5 with raw heads',
      [
        [1, 25200, 85],
        [1, 3, 80, 80, 85],
      ],
      {},
      { layout: 'v5', classCount: 80 },
    ],
    [
      'v5 with masks',
      [
        [1, 25200, 117],
        [1, 32, 160, 160],
      ],
      {},
      { layout: 'v5', task: MASKS, classCount: 80 },
    ],
    [
      'nas',
      [
        [1, 8400, 4],
        [1, 8400, 80],
      ],
      {},
      { layout: 'nas', classCount: 80 },
    ],
    [
      'nas, scores first',
      [
        [1, 8400, 80],
        [1, 8400, 4],
      ],
      {},
      { layout: 'nas', classCount: 80 },
    ],
    ['v10', [[1, 300, 6]], {}, { layout: 'v10', task: 'object-detection' }],
    [
      'objects with masks',
      [
        [1, 300, 38],
        [1, 32, 160, 160],
      ],
      {},
      { layout: 'v10', task: MASKS },
    ],
    ['objects with keypoints', [[1, 300, 57]], {}, { layout: 'v10', task: POINTS, keypointCount: 17 }],
    ['turned objects', [['batch', 300, 7]], {}, { layout: 'v10-turned', task: 'object-detection' }],
  ])('%s', (_, dims, known, expected) => {
    const outputs = dims.map((each, index) => ({ name: `output${index}`, dims: each }))

    const recognised = yoloLayoutOf({ inputs: [image(640)], outputs }, known)

    expect(recognised).toMatchObject(expected)
  })
})

describe('what the file says of itself decides', () => {
  test.each<readonly [words: string, metadata: Record<string, string>, dims: Dims, expected: object]>([
    [
      'keypoints',
      { task: 'pose', kpt_shape: '[17, 3]' },
      [1, 56, 8400],
      { task: POINTS, classCount: 1, keypointCount: 17 },
    ],
    [
      'keypoints without sureness',
      { task: 'pose', kpt_shape: '[17, 2]' },
      [1, 39, 8400],
      { task: POINTS, classCount: 1 },
    ],
    ['turned boxes', { task: 'obb' }, [1, 20, 8400], { layout: 'v8-turned', classCount: 15 }],
    ['the version', { description: 'Ultralytics YOLO26n model' }, [1, 300, 6], { layout: 'v26' }],
    ['version and turn', { description: 'Ultralytics YOLO26n-obb model' }, [1, 300, 7], { layout: 'v26-turned' }],
  ])('on %s', (_, metadata, dims, expected) => {
    const signature = { inputs: [image(640)], outputs: [{ name: 'output0', dims }], metadata }

    expect(yoloLayoutOf(signature)).toMatchObject(expected)
  })
})

describe('networks that are no YOLO are not taken for one', () => {
  test.each<readonly [words: string, outputs: Readonly<Record<string, Dims>>, known: YoloKnown]>([
    ['a vision transformer', { last_hidden_state: [1, 197, 768] }, {}],
    ['one of any batch', { last_hidden_state: ['batch', 'tokens', 768] }, {}],
    ['RF-DETR', { dets: [1, 300, 4], labels: [1, 300, 91] }, {}],
    ['RF-DETR with masks', { dets: [1, 200, 4], labels: [1, 200, 91], masks: [1, 200, 108, 108] }, {}],
    ['Grounding DINO', { logits: [1, 900, 256], pred_boxes: [1, 900, 4] }, {}],
    ['a classifier', { output0: [1, 1000] }, {}],
    ['a semantic segmenter', { output0: [1, 21, 640, 640] }, {}],
    ['a model of another number of classes', { output0: [1, 84, 8400] }, { classCount: 3 }],
    ['a model of more classes', { output0: [1, 84, 8400] }, { classCount: 91 }],
  ])('%s', (_, lengths, known) => {
    const outputs = Object.entries(lengths).map(([name, dims]) => ({ name, dims }))

    expect(yoloLayoutOf({ inputs: [image(640)], outputs }, known)).toBeUndefined()
  })

  test('a network with a prompt', () => {
    const inputs = [image(640), { name: 'points', dims: [1, 2] }]

    expect(yoloLayoutOf({ inputs, outputs: [{ name: 'output0', dims: [1, 84, 8400] }] })).toBeUndefined()
  })
})

function image(side: number) {
  return { name: 'images', dims: ['batch', 3, side, side] }
}
