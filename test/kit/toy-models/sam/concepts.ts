import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { bools, floats, intScalar, ints } from '#inference/onnx/tensors'
import { TENSOR_TYPES } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { clipFiles, clipVocabulary } from '../text/tokenizer-clip.ts'

/** Files of a toy model by role, for `installedModel`. */
export type ToyConcepts = Readonly<Record<string, readonly [path: string, bytes: Uint8Array]>>

/** Logits for an object, and for the presence of any of its kind. */
export const TOY_LOGITS = { object: 5, presence: 2 } as const

/** Cells along the frame, and the queries: one for each quarter. */
const [CELLS, QUERIES] = [144, 4]
const SIDE = 1008

/** Words as weights of red, green and blue. */
const LOOKS: Readonly<Record<string, readonly [number, number, number]>> = {
  'red</w>': [1, -1, -1],
  'green</w>': [-1, 1, -1],
}
export const TOY_WORDS = clipVocabulary(['red', 'green', 'visual'])

const { bool: BOOL, float32: FLOAT } = TENSOR_TYPES

/**
 * Makes a model that finds the color of a phrase or of example boxes in each quarter of the image: the package of usls
 * in three files, or in four with a network for boxes.
 */
export function uslsToy({ geometry = false } = {}): ToyConcepts {
  const v = graphBuilder()
  const colours = pooled(v, v.input('images', 'float32', ['batch', 3, SIDE, SIDE]))
  v.output('fpn_feat_0', colours, { dims: ['batch', 3, CELLS, CELLS] })
  v.output('fpn_feat_1', half(v, colours), { dims: ['batch', 3, CELLS / 2, CELLS / 2] })
  v.output('fpn_feat_2', half(v, colours), { dims: ['batch', 3, CELLS / 2, CELLS / 2] })
  v.output('fpn_pos_2', v.op('Mul', [half(v, colours), 0]), { dims: ['batch', 3, CELLS / 2, CELLS / 2] })

  const t = graphBuilder()
  const attention = t.input('attention_mask', 'int64', ['batch', 32])
  t.output('text_features', looks(t, t.input('input_ids', 'int64', ['batch', 32])), { dims: ['batch', 32, 3] })
  t.output('text_mask', t.op('Cast', [attention], { to: BOOL }), { type: 'bool', dims: ['batch', 32] })

  return {
    vision: ['vision-encoder.onnx', saved(v)],
    text: ['text-encoder.onnx', saved(t)],
    ...(geometry ? uslsInFour() : { detector: ['geo-encoder-mask-decoder.onnx', uslsDetector()] }),
    tokenizer: ['tokenizer.json', clipFiles(TOY_WORDS).tokenizer],
  }
}

function uslsDetector(): Uint8Array {
  const d = graphBuilder()
  const colours = d.input('fpn_feat_0', 'float32', ['batch', 3, CELLS, CELLS])
  const coarse = d.input('fpn_feat_2', 'float32', ['batch', 3, CELLS / 2, CELLS / 2])
  const words = said(d, 'text_features', 'text_mask')
  const target = d.op('Add', [words, shown(d, coarse, { labels: 'input_boxes_labels' })])
  answerQueries(d, colours, target)
  return saved(d)
}

function uslsInFour(): ToyConcepts {
  const g = graphBuilder()
  const coarse = g.input('fpn_feat_2', 'float32', ['batch', 3, CELLS / 2, CELLS / 2])
  const target = shown(g, coarse, { labels: 'input_boxes_labels' })
  g.output('geometry_features', g.op('Reshape', [target, ints([1, 1, 3])]), { dims: ['batch', 'boxes', 3] })
  g.output('geometry_mask', g.constant(bools([true], [1, 1])), { type: 'bool', dims: ['batch', 'boxes'] })

  const d = graphBuilder()
  const colours = d.input('fpn_feat_0', 'float32', ['batch', 3, CELLS, CELLS])
  answerQueries(d, colours, said(d, 'prompt_features', 'prompt_mask'))
  return { geometry: ['geometry-encoder.onnx', saved(g)], detector: ['mask-decoder.onnx', saved(d)] }
}

/** Makes the same split like transformers, without boxes. */
export function splitToy(levels: readonly string[] = ['features_288', 'features_144', 'features_72']): ToyConcepts {
  const v = graphBuilder()
  const colours = pooled(v, v.input('pixel_values', 'float32', [1, 3, SIDE, SIDE]))
  for (const level of levels) v.output(level, colours, { dims: [1, 3, CELLS, CELLS] })

  const t = graphBuilder()
  t.input('attention_mask', 'int64', [1, 32])
  t.output('text_features', looks(t, t.input('input_ids', 'int64', [1, 32])), { dims: [1, 32, 3] })

  const d = graphBuilder()
  const seen = levels.map((level) => d.input(level, 'float32', [1, 3, CELLS, CELLS]))
  answerQueries(d, seen[0] ?? '', said(d, 'text_features', 'text_mask'))
  return {
    vision: ['vision.onnx', saved(v)],
    text: ['text.onnx', saved(t)],
    detector: ['detector.onnx', saved(d)],
    tokenizer: ['tokenizer.json', clipFiles(TOY_WORDS).tokenizer],
  }
}

/** Makes the same as samexporter writes it: bytes in, masks of the image's own size out, only for confident objects. */
export function samexporterConceptToy(): ToyConcepts {
  const v = graphBuilder()
  const image = v.op('Unsqueeze', [
    v.op('Cast', [v.input('image', 'uint8', [3, SIDE, SIDE])], { to: FLOAT }),
    ints([0]),
  ])
  const colours = pooled(v, v.op('Sub', [v.op('Div', [image, 127.5]), 1]))
  for (const i of [0, 1, 2]) {
    v.output(`vision_pos_enc_${i}`, v.op('Mul', [colours, 0]), { dims: [1, 3, CELLS, CELLS] })
    v.output(`backbone_fpn_${i}`, colours, { dims: [1, 3, CELLS, CELLS] })
  }

  const t = graphBuilder()
  const tokens = t.input('tokens', 'int64', [1, 32])
  const memory = t.op('Transpose', [looks(t, tokens)], { perm: [1, 0, 2] })
  const isPadding = t.op('Equal', [tokens, t.constant(ints([0], []))])
  t.output('text_attention_mask', t.op('Not', [isPadding]), { type: 'bool', dims: [1, 32] })
  t.output('text_memory', memory, { dims: [32, 1, 3] })
  t.output('text_embeds', memory, { dims: [32, 1, 3] })

  return {
    vision: ['image_encoder.onnx', saved(v)],
    text: ['language_encoder.onnx', saved(t)],
    detector: ['decoder.onnx', samexporterDetector()],
    tokenizer: ['tokenizer.json', clipFiles(TOY_WORDS).tokenizer],
  }
}

function samexporterDetector(): Uint8Array {
  const d = graphBuilder()
  const height = d.input('original_height', 'int64', [])
  const width = d.input('original_width', 'int64', [])
  // The simplifier has dropped the position encodings, as in real exports.
  const colours = d.input('backbone_fpn_0', 'float32', [1, 3, CELLS, CELLS])
  d.input('backbone_fpn_2', 'float32', [1, 3, CELLS, CELLS])
  const features = d.input('language_features', 'float32', [32, 1, 3])
  const mask = d.op('Cast', [d.input('language_mask', 'bool', [1, 32])], { to: FLOAT })
  const weighted = d.op('Mul', [d.op('Reshape', [features, ints([1, 32, 3])]), d.op('Unsqueeze', [mask, ints([2])])])
  const words = d.op('ReduceSum', [weighted, ints([1])], { keepdims: 0 })
  const boxes = { labels: 'box_labels', boxes: 'box_coords', ignored: 'box_masks' }
  const { masks, logits } = quarters(d, colours, d.op('Add', [words, shown(d, colours, boxes)]))
  const scores = d.op('Sigmoid', [d.op('Reshape', [logits, ints([-1])])])
  const sure = d.op('Reshape', [d.op('NonZero', [d.op('Greater', [scores, 0.5])]), ints([-1])])
  const size = d.op('Concat', [ints([1, QUERIES]), flat(d, height), flat(d, width)], { axis: 0 })
  const large = d.op('Transpose', [d.op('Resize', [masks, '', '', size], { mode: 'linear' })], { perm: [1, 0, 2, 3] })
  d.output('masks', d.op('Greater', [d.op('Gather', [large, sure]), 0]), { type: 'bool', dims: ['n', 1, 'h', 'w'] })
  d.output('scores', d.op('Gather', [scores, sure]), { dims: ['n'] })
  return saved(d)
}

function saved(g: GraphBuilder): Uint8Array {
  return writeModel({ graph: g.graph() })
}

function flat(g: GraphBuilder, value: string): string {
  return g.op('Reshape', [value, ints([1])])
}

/** Returns red, green and blue 0…1 of every cell, from values −1…1. */
function pooled(g: GraphBuilder, image: string): string {
  const step = SIDE / CELLS
  const cells = g.op('AveragePool', [image], { kernel_shape: [step, step], strides: [step, step] })
  return g.op('Div', [g.op('Add', [cells, 1]), 2])
}

function half(g: GraphBuilder, colours: string): string {
  return g.op('AveragePool', [colours], { kernel_shape: [2, 2], strides: [2, 2] })
}

/** Returns the colors of the tokens: `[batch, tokens, 3]`. */
function looks(g: GraphBuilder, tokens: string): string {
  const table = new Float32Array(3 * TOY_WORDS.ids.size)
  for (const [token, id] of TOY_WORDS.ids) table.set(LOOKS[token] ?? [0, 0, 0], 3 * id)
  return g.op('Gather', [floats(table, [TOY_WORDS.ids.size, 3]), tokens])
}

/** Returns the sum of the unmasked tokens: `[1, 3]`. */
function said(g: GraphBuilder, features: string, mask: string): string {
  const counted = g.op('Cast', [g.input(mask, 'bool', ['batch', 'tokens'])], { to: FLOAT })
  const tokens = g.input(features, 'float32', ['batch', 'tokens', 3])
  const weighted = g.op('Mul', [tokens, g.op('Unsqueeze', [counted, ints([2])])])
  return g.op('ReduceSum', [weighted, ints([1])], { keepdims: 0 })
}

interface BoxNames {
  readonly labels: string
  readonly boxes?: string
  /** True for an absent box; in other layouts a label marks it. */
  readonly ignored?: string
}

/** Returns the mean color of the cells in the middle of the boxes, minus those of negative boxes: `[1, 3]`. */
function shown(g: GraphBuilder, colours: string, { labels, boxes = 'input_boxes', ignored }: BoxNames): string {
  const given = g.input(boxes, 'float32', ['batch', 'boxes', 4])
  const label = g.input(labels, 'int64', ['batch', 'boxes'])
  const is = (value: number) => g.op('Cast', [g.op('Equal', [label, intScalar(value)])], { to: FLOAT })
  const sign = g.op('Sub', [is(1), is(0)])
  const counted = ignored === undefined ? sign : g.op('Mul', [sign, heeded(g, ignored)])
  const centres = g.op('Slice', [given, ints([0]), ints([2]), ints([2])])
  const places = g.op('Unsqueeze', [g.op('Sub', [g.op('Mul', [centres, 2]), 1]), ints([1])])
  const sampled = g.op('GridSample', [colours, places], { mode: 'bilinear' })
  const weights = g.op('Sub', [g.op('Mul', [sampled, 2]), 1])
  const signed = g.op('Mul', [weights, g.op('Reshape', [counted, ints([1, 1, 1, -1])])])
  return g.op('ReduceSum', [signed, ints([2, 3])], { keepdims: 0 })
}

function heeded(g: GraphBuilder, ignored: string): string {
  return g.op('Cast', [g.op('Not', [g.input(ignored, 'bool', ['batch', 'boxes'])])], { to: FLOAT })
}

/** Returns masks `[1, 4, cells, cells]` and logits `[1, 4]` for the color `[1, 3]`, in each quarter of the frame. */
function quarters(g: GraphBuilder, colours: string, target: string) {
  const weighted = g.op('Mul', [colours, g.op('Reshape', [target, ints([1, 3, 1, 1])])])
  const match = g.op('Sub', [g.op('ReduceSum', [weighted, ints([1])], { keepdims: 1 }), 0.5])
  const inQuarter = g.op('Min', [
    match,
    g.op('Resize', [quarterMap(g), '', '', ints([1, QUERIES, CELLS, CELLS])], { mode: 'nearest' }),
  ])
  const best = g.op('ReduceMax', [inQuarter], { axes: [2, 3], keepdims: 0 })
  // A match of exactly 0.5 gives the highest logit.
  const logits = g.op('Clip', [g.op('Mul', [best, 2 * TOY_LOGITS.object]), -TOY_LOGITS.object, TOY_LOGITS.object])
  return { masks: g.op('Mul', [inQuarter, 20]), logits }
}

/** Returns four maps with 1 in one quarter each, −1 elsewhere. */
function quarterMap(g: GraphBuilder): string {
  const maps = Array.from({ length: QUERIES }, (_, query) => [0, 1, 2, 3].map((cell) => (cell === query ? 1 : -1)))
  return g.constant(floats(maps.flat(), [1, QUERIES, 2, 2]))
}

function answerQueries(g: GraphBuilder, colours: string, target: string): void {
  const { masks, logits } = quarters(g, colours, target)
  g.output('pred_masks', masks, { dims: ['batch', QUERIES, CELLS, CELLS] })
  g.output('pred_logits', logits, { dims: ['batch', QUERIES] })
  g.output('pred_boxes', g.constant(floats(new Float32Array(4 * QUERIES), [1, QUERIES, 4])), {
    dims: ['batch', QUERIES, 4],
  })
  g.output('presence_logits', g.constant(floats([TOY_LOGITS.presence], [1, 1])), { dims: ['batch', 1] })
}
