import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { floats, ints } from '#inference/onnx/tensors'
import { type Dim, TENSOR_TYPES } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import type { ToyVocabulary } from './tokenizer-clip.ts'

/** Input format of a tower's images, which it converts back to RGB from 0 to 1. */
export interface PixelValues {
  readonly mean: readonly [number, number, number]
  readonly std: readonly [number, number, number]
}

export const CLIP_PIXELS: PixelValues = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  std: [0.26862954, 0.26130258, 0.27577711],
}
export const PERCEPTION_PIXELS: PixelValues = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] }

/** Colors of the words in the toy texts. */
const LOOKS: Readonly<Record<string, readonly [number, number, number]>> = {
  'red</w>': [1, 0, 0],
  'green</w>': [0, 1, 0],
  'blue</w>': [0, 0, 1],
  'white</w>': [1, 1, 1],
}

interface ImageTower {
  readonly side: number | 'open'
  readonly pixels: PixelValues
  readonly names?: readonly [input: string, output: string]
  readonly batch?: Dim
  /** Type of inputs and outputs; it computes in float32. */
  readonly type?: 'float32' | 'float16'
}

/** Makes an image tower: the mean red, green and blue of each quarter of the image, 12 numbers per image. */
export function imageTower({ side, pixels, type = 'float32', ...rest }: ImageTower): Uint8Array {
  const { names = ['images', 'features'], batch = 'batch' } = rest
  const g = graphBuilder()
  const sides: readonly Dim[] = side === 'open' ? ['height', 'width'] : [side, side]
  const images = g.op('Cast', [g.input(names[0], type, [batch, 3, ...sides])], { to: TENSOR_TYPES.float32 })
  const rows = quarters(g, images, pixels, side === 'open' ? 224 : side)
  g.output(names[1], g.op('Cast', [rows], { to: TENSOR_TYPES[type] }), { type, dims: [batch, 12] })
  return writeModel({ graph: g.graph() })
}

function quarters(g: GraphBuilder, images: string, { mean, std }: PixelValues, side: number): string {
  const plain = g.op('Add', [g.op('Mul', [images, floats(std, [1, 3, 1, 1])]), floats(mean, [1, 3, 1, 1])])
  const pooled = g.op('AveragePool', [plain], { kernel_shape: [side / 2, side / 2], strides: [side / 2, side / 2] })
  return g.op('Flatten', [pooled], { axis: 1 })
}

interface TextTower {
  readonly vocabulary: ToyVocabulary
  readonly type?: 'int32' | 'int64'
  readonly length?: Dim
  readonly batch?: Dim
  readonly names?: readonly [input: string, output: string]
  readonly hasMask?: boolean
}

/** Makes a text tower: the sum of the words' colors, in all four quarters. */
export function textTower(options: TextTower): Uint8Array {
  const { vocabulary, type = 'int32', length = 77, batch = 'batch', hasMask = false } = options
  const [input, output] = options.names ?? ['tokens', 'features']
  const g = graphBuilder()
  const ids = g.input(input, type, [batch, length])
  const looks = lookOf(g, ids, vocabulary)
  const mask =
    hasMask && g.op('Cast', [g.input('attention_mask', 'int64', [batch, length])], { to: TENSOR_TYPES.float32 })
  const seen = mask === false ? looks : g.op('Mul', [looks, g.op('Unsqueeze', [mask, ints([-1])])])
  g.output(output, g.op('ReduceSum', [seen, ints([1])], { keepdims: 0 }), { dims: [batch, 12] })
  return writeModel({ graph: g.graph() })
}

/** Returns the colors of the tokens, in the channel order of `quarters`. */
function lookOf(g: GraphBuilder, ids: string, { ids: vocabulary }: ToyVocabulary): string {
  const table = new Float32Array(12 * vocabulary.size)
  for (const [token, id] of vocabulary) {
    const look = LOOKS[token] ?? [0, 0, 0]
    table.set(
      look.flatMap((value) => [value, value, value, value]),
      12 * id,
    )
  }
  return g.op('Gather', [floats(table, [vocabulary.size, 12]), ids])
}

/** Makes a text tower that returns its input tokens as the embedding. */
export function tokenEcho({
  type = 'int32',
  name = 'tokens',
}: {
  type?: 'int32' | 'int64'
  name?: string
}): Uint8Array {
  const g = graphBuilder()
  const ids = g.input(name, type, ['batch', 'length'])
  g.output('features', g.op('Cast', [ids], { to: TENSOR_TYPES.float32 }), { dims: ['batch', 'length'] })
  return writeModel({ graph: g.graph() })
}

/** Makes a text tower that returns NaN. */
export function brokenTextTower(): Uint8Array {
  const g = graphBuilder()
  const ids = g.op('Cast', [g.input('tokens', 'int32', ['batch', 77])], { to: TENSOR_TYPES.float32 })
  g.output('features', g.op('Sqrt', [g.op('Sub', [g.op('Mul', [ids, 0]), 1])]), { dims: ['batch', 77] })
  return writeModel({ graph: g.graph() })
}

/** Makes both towers in one network, like transformers exports it. */
export function fusedTowers(side: number, vocabulary: ToyVocabulary): Uint8Array {
  const g = graphBuilder()
  const ids = g.input('input_ids', 'int64', ['texts', 'length'])
  const images = g.input('pixel_values', 'float32', ['images', 3, side, side])
  const mask = g.op('Cast', [g.input('attention_mask', 'int64', ['texts', 'length'])], { to: TENSOR_TYPES.float32 })
  const looks = g.op('Mul', [lookOf(g, ids, vocabulary), g.op('Unsqueeze', [mask, ints([-1])])])
  const texts = g.op('ReduceSum', [looks, ints([1])], { keepdims: 0 })
  const looks_ = quarters(g, images, CLIP_PIXELS, side)
  const scores = g.op('MatMul', [looks_, g.op('Transpose', [texts], { perm: [1, 0] })])
  g.output('logits_per_image', scores, { dims: ['images', 'texts'] })
  g.output('text_embeds', texts, { dims: ['texts', 12] })
  g.output('image_embeds', looks_, { dims: ['images', 12] })
  return writeModel({ graph: g.graph() })
}
