import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { floats, ints } from '#inference/onnx/tensors'
import { writeModel } from '#inference/onnx/write-model'
import {
  brightness,
  CENTRED,
  discs,
  folded,
  halfPrecision,
  IMAGENET,
  inChannels,
  type Normalised,
  scores,
  type ToyFrame,
  unfolded,
  unnormalised,
} from './graph.ts'

/** The two networks of a toy model, for `installedModel`. */
export type ToySam = Readonly<Record<'encoder' | 'decoder', readonly [path: string, bytes: Uint8Array]>>

const FRAME: ToyFrame = { side: 1024, cells: 256 }

function toy(encoder: GraphBuilder, decoder: GraphBuilder): ToySam {
  return {
    encoder: ['encoder.onnx', writeModel({ graph: encoder.graph() })],
    decoder: ['decoder.onnx', writeModel({ graph: decoder.graph() })],
  }
}

/** Makes a model that returns discs on bright areas, with the tensors of samexporter's SAM 2. */
export function samexporterToy({ takesMasks = true, half = false, answers = 'masks' } = {}): ToySam {
  const builder = () => (half ? halfPrecision(graphBuilder()) : graphBuilder())
  const e = builder()
  const image = e.input('image', 'float32', [1, 3, 1024, 1024])
  const light = brightness(e, unnormalised(e, image, IMAGENET), FRAME)
  const coarse = e.op('AveragePool', [light], { kernel_shape: [2, 2], strides: [2, 2] })
  e.output('high_res_feats_0', inChannels(e, light, [1, 32, 256, 256]), { dims: [1, 32, 256, 256] })
  e.output('high_res_feats_1', inChannels(e, coarse, [1, 64, 128, 128]), { dims: [1, 64, 128, 128] })
  e.output('image_embed', folded(e, light), { dims: [1, 256, 64, 64] })

  const d = builder()
  const embedding = d.input('image_embed', 'float32', [1, 256, 64, 64])
  d.input('high_res_feats_0', 'float32', [1, 32, 256, 256])
  d.input('high_res_feats_1', 'float32', [1, 64, 128, 128])
  const found = d.op('Unsqueeze', [pointedAt(d, unfolded(d, embedding)), ints([0])])
  const masks = takesMasks ? helped(d, found) : found
  d.output(answers, d.op('Clip', [masks, -32, 32]), { dims: ['prompts', 3, 256, 256] })
  d.output('iou_predictions', scores(d, [1, 3]), { dims: ['prompts', 3] })
  return toy(e, d)
}

/** Returns discs around `point_coords`. */
function pointedAt(d: GraphBuilder, light: string): string {
  const points = d.input('point_coords', 'float32', ['prompts', 'points', 2])
  const labels = d.input('point_labels', 'float32', ['prompts', 'points'])
  const prompt = { points: flat(d, points, [-1, 2]), labels: flat(d, labels, [-1]) }
  return discs(d, prompt, { ...FRAME, light })
}

function flat(g: GraphBuilder, value: string, dims: readonly number[]): string {
  return g.op('Reshape', [value, ints(dims)], { allowzero: 1 })
}

/** Everything in the given mask stays in the result. */
function helped(d: GraphBuilder, masks: string): string {
  const earlier = d.input('mask_input', 'float32', ['prompts', 1, 256, 256])
  const has = d.input('has_mask_input', 'float32', ['prompts'])
  const far = d.op('Mul', [d.op('Sub', [1, has]), -1000])
  return d.op('Max', [masks, d.op('Add', [earlier, flat(d, far, [1, 1, 1, 1])])])
}

/** Makes the same with the tensors of transformers.js: SAM 2 at 1024, the tracker of SAM 3 at 1008. */
export function transformersToy({ sam3 = false } = {}): ToySam {
  const [side, cells] = sam3 ? [1008, 288] : [1024, 256]
  const quarter = cells / 4
  const frame = { side, cells: quarter * 2 }
  const e = graphBuilder()
  const image = e.input('pixel_values', 'float32', ['batch', 3, side, side])
  const light = lightOf(e, image, { frame, normalised: sam3 ? CENTRED : IMAGENET })
  const shapes = [
    [1, 32, cells, cells],
    [1, 64, 2 * quarter, 2 * quarter],
    [1, 256, quarter, quarter],
  ] as const
  const large = e.op('Resize', [light, '', floats([1, 1, 2, 2])], { mode: 'linear' })
  const small = e.op('AveragePool', [light], { kernel_shape: [2, 2], strides: [2, 2] })
  for (const [i, value] of [large, light, small].entries())
    e.output(`image_embeddings.${i}`, inChannels(e, value, shapes[i] ?? []), { dims: shapes[i] ?? [] })

  const d = graphBuilder()
  const embeddings = shapes.map((dims, i) => d.input(`image_embeddings.${i}`, 'float32', dims))
  const first = d.op('Slice', [embeddings[0] ?? '', ints([0]), ints([1]), ints([1])])
  const found = promptedApart(d, { light: first, frame: { side, cells }, boxes: true })
  outputsOfTransformers(d, found, cells)
  d.output('object_score_logits', d.constant(floats([5], [1, 1, 1])), { dims: ['batch', 'prompts', 1] })
  return toy(e, d)
}

function lightOf(
  e: GraphBuilder,
  image: string,
  { frame, normalised }: { frame: ToyFrame; normalised: Normalised },
): string {
  return brightness(e, unnormalised(e, image, normalised), frame)
}

interface Apart {
  readonly light: string
  readonly frame: ToyFrame
  readonly boxes: boolean
}

/** Returns discs around `input_points` and `input_boxes`. */
function promptedApart(d: GraphBuilder, { light, frame, boxes }: Apart): string {
  const points = d.input('input_points', 'float32', ['batch', 'prompts', 'points', 2])
  const labels = d.input('input_labels', 'int64', ['batch', 'prompts', 'points'])
  const prompt = {
    points: flat(d, points, [-1, 2]),
    labels: d.op('Cast', [flat(d, labels, [-1])], { to: 1 }),
    ...(boxes && { boxes: flat(d, d.input('input_boxes', 'float32', ['batch', 'boxes', 4]), [-1, 4]) }),
  }
  return discs(d, prompt, { ...frame, light })
}

function outputsOfTransformers(d: GraphBuilder, found: string, cells: number): void {
  d.output('pred_masks', d.op('Unsqueeze', [found, ints([0, 1])]), { dims: ['batch', 'prompts', 3, cells, cells] })
  d.output('iou_scores', scores(d, [1, 1, 3]), { dims: ['batch', 'prompts', 3] })
}

/** Makes the same with the tensors of SAM 1 in transformers.js. */
export function transformersFirstToy(): ToySam {
  const e = graphBuilder()
  const image = e.input('pixel_values', 'float32', ['batch', 3, 1024, 1024])
  const light = brightness(e, unnormalised(e, image, IMAGENET), FRAME)
  const embedding = folded(e, light)
  e.output('image_embeddings', embedding, { dims: ['batch', 256, 64, 64] })
  e.output('image_positional_embeddings', e.op('Mul', [embedding, 0]), { dims: ['batch', 256, 64, 64] })

  const d = graphBuilder()
  const given = d.input('image_embeddings', 'float32', ['batch', 256, 64, 64])
  const positions = d.input('image_positional_embeddings', 'float32', ['batch', 256, 64, 64])
  const seen = unfolded(d, d.op('Add', [given, positions]))
  outputsOfTransformers(d, promptedApart(d, { light: seen, frame: FRAME, boxes: false }), 256)
  return toy(e, d)
}

interface MetaToy {
  /** Whether the encoder takes unnormalized pixels, channels last, and pads them itself. */
  readonly pixels?: boolean
  /** Whether a fourth mask for prompts with several points comes first: the smallest disc. */
  readonly four?: boolean
  /** Whether the small masks are returned besides those of the requested size. */
  readonly small?: boolean
}

/** Makes the same with the tensors of SAM 1's authors. Its decoder expects a padding point where there is no box. */
export function metaToy({ pixels = false, four = false, small = true }: MetaToy = {}): ToySam {
  const e = graphBuilder()
  const light = brightness(e, pixels ? paddedPixels(e) : normalisedPixels(e), FRAME)
  e.output('image_embeddings', folded(e, light), { dims: [1, 256, 64, 64] })

  const d = graphBuilder()
  const embedding = d.input('image_embeddings', 'float32', [1, 256, 64, 64])
  const found = helped(d, d.op('Unsqueeze', [pointedAt(d, unfolded(d, embedding)), ints([0])]))
  const part = d.op('Slice', [found, ints([0]), ints([1]), ints([1])])
  const masks = four
    ? d.op('Concat', [part, found], { axis: 1 })
    : d.op('Slice', [found, ints([1]), ints([2]), ints([1])])
  const count = four ? 4 : 1
  d.output('masks', atSizeWanted(d, masks), { dims: [1, count, 'height', 'width'] })
  const values = four ? [0.3, 0.5, 0.9, 0.7] : [0.9]
  d.output('iou_predictions', d.constant(floats(values, [1, count])), { dims: [1, count] })
  if (small) d.output('low_res_masks', masks, { dims: [1, count, 256, 256] })
  return toy(e, d)
}

function normalisedPixels(e: GraphBuilder): string {
  return unnormalised(e, e.input('input_image', 'float32', [1, 3, 1024, 1024]), IMAGENET)
}

function paddedPixels(e: GraphBuilder): string {
  const image = e.input('input_image', 'float32', ['height', 'width', 3])
  const planes = e.op('Unsqueeze', [e.op('Transpose', [image], { perm: [2, 0, 1] }), ints([0])])
  const missing = e.op('Sub', [ints([1, 3, 1024, 1024]), e.op('Shape', [planes])])
  return e.op('Pad', [planes, e.op('Concat', [ints([0, 0, 0, 0]), missing], { axis: 0 })])
}

/** Returns the part of the masks with the image, at the size in `orig_im_size`. */
function atSizeWanted(d: GraphBuilder, masks: string): string {
  const wanted = d.input('orig_im_size', 'float32', [2])
  const longest = d.op('ReduceMax', [wanted], { axes: [0], keepdims: 1 })
  const cells = d.op('Ceil', [d.op('Div', [d.op('Mul', [wanted, 256]), longest])])
  const end = d.op('Cast', [cells], { to: 7 })
  const shown = d.op('Slice', [masks, ints([0, 0]), end, ints([2, 3])])
  const sizes = d.op(
    'Concat',
    [ints([1]), d.op('Gather', [d.op('Shape', [masks]), ints([1])]), d.op('Cast', [wanted], { to: 7 })],
    { axis: 0 },
  )
  return d.op('Resize', [shown, '', '', sizes], { mode: 'linear' })
}
