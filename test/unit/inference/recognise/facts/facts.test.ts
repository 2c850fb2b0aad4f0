import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { graphBuilder } from '#inference/onnx/build'
import { writeModel } from '#inference/onnx/write-model'
import { readLiteral } from '#inference/recognise/facts/python'
import { inWords } from '../../../../kit/in-words.ts'
import { recognise } from '../../../../kit/model-draft.ts'
import { colourClassifier } from '../../../../kit/toy-models/classifier.ts'
import { yoloDetector } from '../../../../kit/toy-models/detector.ts'

test.each([
  [`{0: 'red', 1: "it's", 2: 'it\\'s'}`, { 0: 'red', 1: "it's", 2: "it's" }],
  [`{'0': 'caf\\u00e9', '1': '\\x41'}`, { 0: 'café', 1: 'A' }],
  [`{0: {0: 'nose', 1: 'eye'}}`, { 0: { 0: 'nose', 1: 'eye' } }],
  [`['a', ("b", 3.5, -1), None, True]`, ['a', ['b', 3.5, -1], null, true]],
  ['{"0": "red", "1": "green",}', { 0: 'red', 1: 'green' }],
  ['(17, 3)', [17, 3]],
  ['640', 640],
])('the literal %s is read', (text, value) => {
  expect(readLiteral(text)).toEqual(value)
})

test.each(['', '{', "{'a'}", "{0: 'a' 1: 'b'}", "['a'", "__import__('os')", "'a' + 'b'", '['.repeat(100), '\\'])(
  'the text %s is no literal',
  (text) => {
    expect(readLiteral(text)).toBeUndefined()
  },
)

test('a new package brings its classes, its frame and its steps', async () => {
  const found = await recognise({
    'weights.onnx': withoutNames(),
    'class_names.txt': 'cup\nplate\n',
    'model_config.json': JSON.stringify({ task_type: 'object-detection', model_architecture: 'yolov8' }),
    'inference_config.json': JSON.stringify({
      image_pre_processing: {
        'auto-orient': { enabled: true },
        grayscale: { enabled: true },
        contrast: { enabled: false },
      },
      network_input: {
        training_input_size: { height: 64, width: 64 },
        color_mode: 'bgr',
        resize_mode: 'letterbox',
        padding_value: 127,
        input_channels: 3,
        scaling_factor: 255,
        normalization: null,
      },
      post_processing: { type: 'nms', fused: false },
    }),
  })

  expect(found).toMatchObject({ ok: true, value: { classNames: ['cup', 'plate'], questions: [] } })
  expect(found.ok && found.value.preprocessing).toEqual({ 'auto-orient': true, grayscale: true })
  expect(found.ok && found.value.input).toMatchObject({
    resize: 'letterbox',
    padding: 127,
    channels: 'bgr',
    divisor: 255,
  })
})

test('an old package brings its classes, colours and steps from its environment', async () => {
  const found = await recognise({
    'weights.onnx': colourClassifier({ side: 64 }),
    'environment.json': JSON.stringify({
      PREPROCESSING: JSON.stringify({
        'static-crop': { enabled: true, x_min: 10, x_max: 90, y_min: 0, y_max: 100 },
        resize: { enabled: true, width: 64, height: 64, format: 'Fit (white edges) in' },
      }),
      CLASS_MAP: { 0: 'cup', 1: 'plate', 2: 'fork' },
      COLORS: { cup: '#4892EA' },
      MULTICLASS: true,
    }),
  })

  expect(found).toMatchObject({
    ok: true,
    value: {
      task: 'multi-label-classification',
      classNames: ['cup', 'plate', 'fork'],
      colours: { cup: '#4892EA' },
      preprocessing: { 'static-crop': { x_min: 10, x_max: 90, y_min: 0, y_max: 100 } },
      input: { resize: 'letterbox', padding: 255, mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] },
      questions: [],
    },
  })
})

test('a folder of transformers brings classes and values from its configuration', async () => {
  const found = await recognise({
    'onnx/model.onnx': colourClassifier({ side: 224 }),
    'config.json': JSON.stringify({ model_type: 'vit', id2label: { 0: 'cup', 1: 'plate', 2: 'fork' } }),
    'preprocessor_config.json': JSON.stringify({
      do_resize: true,
      size: { shortest_edge: 256 },
      do_center_crop: true,
      crop_size: { height: 224, width: 224 },
      do_rescale: true,
      rescale_factor: 0.00392156862745098,
      do_normalize: true,
      image_mean: [0.1, 0.2, 0.3],
      image_std: [0.4, 0.5, 0.6],
    }),
  })

  expect(found.ok && found.value).toMatchObject({
    classNames: ['cup', 'plate', 'fork'],
    input: { width: 224, resize: 'cover', divisor: 255, mean: [0.1, 0.2, 0.3], std: [0.4, 0.5, 0.6] },
    questions: [{ id: 'task' }],
  })
})

test('names that do not fit the network are asked again, with how many it needs', async () => {
  const found = await recognise({ 'm.onnx': yoloDetector({ side: 64 }), 'class_names.txt': 'a\nb\nc\nd\ne\nf\ng' })

  expect(found.ok && found.value.questions).toMatchObject([{ id: 'classNames', count: 2 }])
})

test.each([
  ['Apache License\nVersion 2.0, January 2004', 'Apache-2.0'],
  ['MIT License\n\nCopyright', 'MIT'],
  ['GNU AFFERO GENERAL PUBLIC LICENSE', 'AGPL-3.0'],
  ['SAM License\nLast Updated', 'SAM License'],
  ['All rights reserved', 'Not stated'],
])('a licence that begins with "%s" is told as %s', async (text, name) => {
  const found = await recognise({ 'm.onnx': yoloDetector({ side: 64 }), LICENSE: text })

  expect(found.ok && found.value).toMatchObject({ licence: { name }, files: { licence: 'LICENSE' } })
})

test.each([
  ['weights of PyTorch', { 'best.pt': 'PK\u0003\u0004' }, /best\.pt contains PyTorch weights/],
  ['nothing of use', { 'notes.txt': 'hello' }, /contains no ONNX model/],
  ['a pointer of Git LFS', { 'm.onnx': 'version https://git-lfs.github.com/spec/v1' }, /Git LFS pointer/],
  ['half a file', { 'm.onnx': yoloDetector({ side: 64 }).slice(0, 4000) }, /is not an ONNX model: it ends/],
  ['a broken package', { 'm.onnx': yoloDetector({ side: 64 }), 'environment.json': '{}' }, /environment\.json/],
  [
    'a configuration that is no JSON',
    { 'm.onnx': yoloDetector({ side: 64 }), 'config.json': '<html>' },
    /not valid JSON/,
  ],
  ['a network of no known family', { 'm.onnx': adder() }, /No supported model family/],
  ['two models', { 'a.onnx': yoloDetector({ side: 64 }), 'b.onnx': yoloDetector({ side: 64 }) }, /several models/],
])('%s is refused with the reason', async (_what, files, reason) => {
  const found = await recognise(files)

  expect(inWords(found)).toMatchObject({ ok: false, error: { message: expect.stringMatching(reason) } })
})

test('of several precisions the full one is taken, and that is told', async () => {
  const found = await recognise({
    'onnx/model.onnx': yoloDetector({ side: 64 }),
    'onnx/model_fp16.onnx': yoloDetector({ side: 64, type: 'float16' }),
    'onnx/model_quantized.onnx': yoloDetector({ side: 64 }),
  })

  expect(found.ok && found.value.files).toEqual({ model: 'onnx/model.onnx' })
  expect(found.ok && found.value.notes).toEqual([
    message('note-precision-taken', { count: 3, name: 'onnx/model', path: 'onnx/model.onnx' }),
  ])
})

/** A detector of two classes whose file does not name them. */
function withoutNames(): Uint8Array {
  const g = graphBuilder()
  const images = g.input('images', 'float32', [1, 3, 64, 64])
  const pooled = g.op('MaxPool', [images], { kernel_shape: [64, 64], strides: [64, 64] })
  const flat = g.op('Reshape', [g.op('Concat', [pooled, pooled], { axis: 1 }), g.constant(shape([1, 6, 1]))])
  g.output('output0', g.op('Expand', [flat, g.constant(shape([1, 6, 84]))]), { dims: [1, 6, 84] })
  return writeModel({ graph: g.graph() })
}

function adder(): Uint8Array {
  const g = graphBuilder()
  g.output('sum', g.op('Add', [g.input('a', 'float32', [1]), g.input('b', 'float32', [1])]), { dims: [1] })
  return writeModel({ graph: g.graph() })
}

function shape(dims: readonly number[]) {
  return { type: 'int64' as const, dims: [dims.length], data: new Uint8Array(BigInt64Array.from(dims, BigInt).buffer) }
}
