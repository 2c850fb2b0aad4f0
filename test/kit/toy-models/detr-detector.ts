import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { floats, ints } from '#inference/onnx/tensors'
import { type Dim, TENSOR_TYPES } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { colourBoxes } from './colour-boxes.ts'
import { colourWeights, type ToyColour } from './colours.ts'

type DetrLayout = 'rf-detr' | 'sigmoid' | 'softmax' | 'post-processed'

interface DetrOptions {
  readonly layout: DetrLayout
  /** Side of the input, a multiple of 8. */
  readonly side?: number
  readonly batch?: Dim
  /**
   * Meaning of the score columns. `sure` has a high score at every query, like one for "no object"; `never` is for an
   * unused id.
   */
  readonly columns?: readonly (ToyColour | 'sure' | 'never')[]
  /** Masks at a quarter of the side, as logits or as probabilities. */
  readonly masks?: 'logits' | 'probabilities'
  /** Whether the scores come before the boxes. */
  readonly isSwapped?: boolean
  /** Whether the boxes have an extra column, which no real detector has. */
  readonly isTooWide?: boolean
  /** Whether every score is NaN. */
  readonly isBroken?: boolean
}

/** Names of the image and the outputs by the exporters of the layouts. */
const NAMES = {
  'rf-detr': { image: 'input', boxes: 'dets', scores: 'labels' },
  sigmoid: { image: 'pixel_values', boxes: 'pred_boxes', scores: 'logits' },
  softmax: { image: 'pixel_values', boxes: 'pred_boxes', scores: 'logits' },
  'post-processed': { image: 'images', boxes: 'boxes', scores: 'labels' },
} as const

/** Mean and deviation with which a layout expects colors to be normalized; the toy inverts this. */
const VALUES = {
  'rf-detr': { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] },
  sigmoid: { mean: [0, 0, 0], std: [1, 1, 1] },
  softmax: { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] },
  'post-processed': { mean: [0, 0, 0], std: [1, 1, 1] },
}

/** Logits go from −10 for no color to 10 for full color. */
const [STEEPNESS, GROUND] = [20, -10]

/**
 * Makes a detection transformer of pure colors with a query for every cell of 8 pixels. The query at the center of an
 * upright rectangle returns it. A color's logit is 20 · brightness − 10. Masks are the pixels of the query's own
 * color in the whole frame.
 */
export function detrDetector(options: DetrOptions): Uint8Array {
  const { layout, side = 64, batch = 'batch', columns = ['red', 'green', 'sure'], isSwapped = false } = options
  const g = graphBuilder()
  const image = g.input(NAMES[layout].image, 'float32', [batch, 3, side, side])
  const values = VALUES[layout]
  const scaled = g.op('Mul', [image, floats(values.std, [1, 3, 1, 1])])
  const images = g.op('Add', [scaled, floats(values.mean, [1, 3, 1, 1])])
  const colours = columns.filter((column) => column !== 'sure' && column !== 'never')
  const { boxes, peaks } = peaksIn(g, images, { colours, side })
  const seen = { options, side, batch, columns, colours, boxes, peaks, images, queries: (side / 8) ** 2 }
  if (layout === 'post-processed') answerForSize(g, seen)
  else {
    const answers = [() => answerBoxes(g, seen), () => answerScores(g, seen), () => answerMasks(g, seen)]
    for (const answer of isSwapped ? answers.toReversed() : answers) answer()
  }
  if (layout === 'softmax') g.input('pixel_mask', 'int64', [batch, 64, 64])
  return writeModel({ graph: g.graph('main_graph'), producer: 'pytorch' })
}

interface Seen {
  readonly options: DetrOptions
  readonly side: number
  readonly batch: Dim
  readonly columns: readonly string[]
  readonly colours: readonly ToyColour[]
  /** float32 [N, 4, Q]: center and size in pixels. */
  readonly boxes: string
  /** float32 [N, colors, Q] from 0 to 1. */
  readonly peaks: string
  readonly images: string
  readonly queries: number
}

/** Only the cell with a box's center returns it, so that no box is duplicated. */
function peaksIn(g: GraphBuilder, images: string, { colours, side }: Pick<Seen, 'colours' | 'side'>) {
  const { boxes, scores, anchors } = colourBoxes(g, images, { colours, strides: [8], longest: side })
  const [centres] = g.two('Split', [boxes], { axis: 1 })
  const offset = g.op('Sub', [centres, anchors])
  const inCell = g.op('And', [g.op('GreaterOrEqual', [offset, -4]), g.op('Less', [offset, 4])])
  const isPeak = g.op('ReduceMin', [g.op('Cast', [inCell], { to: TENSOR_TYPES.float32 })], { axes: [1] })
  return { boxes, peaks: g.op('Mul', [scores, isPeak]) }
}

function answerBoxes(g: GraphBuilder, seen: Seen): void {
  const { options, side, batch, boxes, queries } = seen
  const rows = g.op('Transpose', [g.op('Mul', [boxes, 1 / side])], { perm: [0, 2, 1] })
  const name = NAMES[options.layout].boxes
  if (options.isTooWide) g.output(name, widened(g, rows, seen), { dims: [batch, queries, 'values'] })
  else g.output(name, rows, { dims: [batch, queries, 4] })
}

/** Returns five values per box, which only becomes apparent at run time. */
function widened(g: GraphBuilder, rows: string, { images }: Seen): string {
  const largest = g.op('ReduceMax', [images], { keepdims: 0 })
  const five = g.op('Cast', [g.op('Add', [g.op('Mul', [largest, 0]), 5])], { to: TENSOR_TYPES.int64 })
  const end = g.op('Reshape', [five, ints([1])])
  return g.op('Slice', [g.op('Concat', [rows, rows], { axis: 2 }), ints([0]), end, ints([2])])
}

/** float32 [N, Q, columns]. */
function logitsOf(g: GraphBuilder, { options, columns, colours, peaks }: Seen): string {
  const logits = g.op('Add', [g.op('Mul', [peaks, options.isBroken ? Number.NaN : STEEPNESS]), GROUND])
  const none = g.op('Mul', [g.op('Slice', [peaks, ints([0]), ints([1]), ints([1])]), 0])
  const [sure, never] = [g.op('Add', [none, 5]), g.op('Add', [none, GROUND])]
  const columnOf = (column: string) => {
    if (column === 'sure') return sure
    if (column === 'never') return never
    return g.op('Gather', [logits, ints([colours.findIndex((colour) => colour === column)])], { axis: 1 })
  }
  return g.op('Transpose', [g.op('Concat', columns.map(columnOf), { axis: 1 })], { perm: [0, 2, 1] })
}

function answerScores(g: GraphBuilder, seen: Seen): void {
  const { options, batch, queries, columns } = seen
  g.output(NAMES[options.layout].scores, logitsOf(g, seen), { dims: [batch, queries, columns.length] })
}

function answerMasks(g: GraphBuilder, { options, side, batch, colours, peaks, images, queries }: Seen): void {
  if (options.masks === undefined) return
  const cells = side / 4
  const response = g.op('Relu', [g.op('Conv', [images, colourWeights(colours)])])
  const pooled = g.op('AveragePool', [response], { kernel_shape: [4, 4], strides: [4, 4] })
  const isOwn = g.op('Cast', [g.op('Greater', [g.op('Transpose', [peaks], { perm: [0, 2, 1] }), 0])], {
    to: TENSOR_TYPES.float32,
  })
  const own = g.op('MatMul', [isOwn, g.op('Reshape', [pooled, ints([0, 0, -1])])])
  const logits = g.op('Add', [
    g.op('Mul', [g.op('Reshape', [own, ints([0, queries, cells, cells])]), STEEPNESS]),
    GROUND,
  ])
  const masks = options.masks === 'probabilities' ? g.op('Sigmoid', [logits]) : logits
  g.output('masks', masks, { dims: [batch, queries, cells, cells] })
}

/** Outputs corners in pixels of the size given as width and height. */
function answerForSize(g: GraphBuilder, seen: Seen): void {
  const { side, batch, boxes, queries } = seen
  const size = g.op('Cast', [g.input('orig_target_sizes', 'int64', [batch, 2])], { to: TENSOR_TYPES.float32 })
  const [centres, sizes] = g.two('Split', [g.op('Transpose', [g.op('Mul', [boxes, 1 / side])], { perm: [0, 2, 1] })], {
    axis: 2,
  })
  const half = g.op('Mul', [sizes, 0.5])
  const corners = g.op('Concat', [g.op('Sub', [centres, half]), g.op('Add', [centres, half])], { axis: 2 })
  const twice = g.op('Unsqueeze', [g.op('Concat', [size, size], { axis: 1 }), ints([1])])
  const scores = g.op('Sigmoid', [logitsOf(g, seen)])
  g.output('labels', g.op('ArgMax', [scores], { axis: 2, keepdims: 0 }), { type: 'int64', dims: [batch, queries] })
  g.output('boxes', g.op('Mul', [corners, twice]), { dims: [batch, queries, 4] })
  g.output('scores', g.op('ReduceMax', [scores], { axes: [2], keepdims: 0 }), { dims: [batch, queries] })
}
