import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { floats, ints } from '#inference/onnx/tensors'
import { type Dim, TENSOR_TYPES } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { type ColourBoxes, colourBoxes } from './colour-boxes.ts'
import { pythonNames, type ToyColour } from './colours.ts'

/**
 * Layout of the boxes in the output: `v8` [N, 4 + nc, A] (v8, v9, 11, 12), `v5` [N, 3 A, 5 + nc] (v5, v7), `end-to-end`
 * [N, 300, 6] without NMS (v10, 26).
 */
type YoloLayout = 'v8' | 'v5' | 'end-to-end'

export interface YoloOptions {
  /** Side of the input, a multiple of 32; `dynamic` leaves both sides open. */
  readonly side?: number | 'dynamic'
  readonly colours?: readonly ToyColour[]
  /** Whether the metadata contain the size of the training images; true when absent. */
  readonly tellsSize?: boolean
  /** Class names in the metadata; the colors when absent. */
  readonly names?: readonly string[]
  readonly batch?: 'batch' | number
  readonly layout?: YoloLayout
  /** Type of inputs and outputs; it computes in float32. */
  readonly type?: 'float32' | 'float16'
}

/**
 * Makes a YOLO detector of pure colors with the tensors and metadata of an Ultralytics export. An upright rectangle of
 * one color gives many boxes equal to that rectangle, with the color's brightness as their score.
 */
export function yoloDetector(options: YoloOptions = {}): Uint8Array {
  return detectorModel(options, (_, images) => images)
}

/**
 * Makes a detector that claims to accept any side but only runs with 64, because it adds a constant of that size to the
 * input.
 */
export function pickyDetector(): Uint8Array {
  const nothing = floats(new Float32Array(64 * 64), [64, 64])
  return detectorModel({ side: 'dynamic', tellsSize: false }, (g, images) => g.op('Add', [images, nothing]))
}

/** Makes the same with nodes between the input and the detector: `front` returns the images that the detector sees. */
export function detectorModel(options: YoloOptions, front: (g: GraphBuilder, images: string) => string): Uint8Array {
  const {
    side = 640,
    colours = ['red', 'green'],
    names = colours,
    batch = 1,
    layout = 'v8',
    type = 'float32',
  } = options
  const g = graphBuilder()
  const sides: readonly Dim[] = side === 'dynamic' ? ['height', 'width'] : [side, side]
  const input = g.op('Cast', [g.input('images', type, [batch, 3, ...sides])], { to: TENSOR_TYPES.float32 })
  const head = HEADS[layout](g, { images: front(g, input), side, colours })
  g.output('output0', g.op('Cast', [head.value], { to: TENSOR_TYPES[type] }), { type, dims: [batch, ...head.dims] })
  const metadata = metadataOf({ ...options, side, names })
  return writeModel({ graph: g.graph('main_graph'), metadata, producer: 'pytorch' })
}

function metadataOf({ side, names, tellsSize = true }: YoloOptions & Required<Pick<YoloOptions, 'side' | 'names'>>) {
  const size = side === 'dynamic' ? '[640, 640]' : `[${side}, ${side}]`
  return {
    description: 'Ultralytics YOLO toy model',
    task: 'detect',
    stride: '32',
    batch: '1',
    ...(tellsSize && { imgsz: size }),
    names: pythonNames(names),
  }
}

interface Seen {
  readonly images: string
  readonly side: number | 'dynamic'
  readonly colours: readonly ToyColour[]
}

/** An output of the model, and its axes after the batch. */
interface Head {
  readonly value: string
  readonly dims: readonly Dim[]
}

const HEADS = { v8: oneScoreAClass, v5: withObjectness, 'end-to-end': endToEnd }

function oneScoreAClass(g: GraphBuilder, seen: Seen): Head {
  const { boxes, scores } = boxesIn(g, seen, ALL_STRIDES)
  const value = g.op('Concat', [boxes, scores], { axis: 1 })
  return { value, dims: [4 + seen.colours.length, anchorCount(seen.side, ALL_STRIDES)] }
}

/**
 * Three boxes per anchor, the second and third with a half and a quarter of the score. Without an object the classes
 * have high scores and the objectness is 0, so that a reader that does not multiply both finds boxes everywhere.
 */
function withObjectness(g: GraphBuilder, seen: Seen): Head {
  const { boxes, scores } = boxesIn(g, seen, ALL_STRIDES)
  const best = g.op('ReduceMax', [scores], { axes: [1] })
  const isObject = g.op('Greater', [best, 0])
  const classes = g.op('Where', [isObject, scores, 0.9])
  const copies = [1, 0.5, 0.25].map((sureness) =>
    g.op('Concat', [boxes, g.op('Where', [isObject, sureness, 0]), classes], { axis: 1 }),
  )
  const value = g.op('Transpose', [g.op('Concat', copies, { axis: 2 })], { perm: [0, 2, 1] })
  const count = anchorCount(seen.side, [...ALL_STRIDES, ...ALL_STRIDES, ...ALL_STRIDES])
  return { value, dims: [count, 5 + seen.colours.length] }
}

/** Columns x1, y1, x2, y2, score, class. Only the cell with a box's center returns it, so that no box is duplicated. */
function endToEnd(g: GraphBuilder, seen: Seen): Head {
  const { boxes, scores, anchors } = boxesIn(g, seen, [8])
  const [centres, sizes] = g.two('Split', [boxes], { axis: 1 })
  const offset = g.op('Sub', [centres, anchors])
  const inCell = g.op('And', [g.op('GreaterOrEqual', [offset, -4]), g.op('Less', [offset, 4])])
  const isPeak = g.op('ReduceMin', [g.op('Cast', [inCell], { to: TENSOR_TYPES.float32 })], { axes: [1] })
  const peaks = g.op('Mul', [scores, isPeak])
  const score = g.op('ReduceMax', [peaks], { axes: [1] })
  const best = g.op('Cast', [g.op('ArgMax', [peaks], { axis: 1 })], { to: TENSOR_TYPES.float32 })
  const half = g.op('Mul', [sizes, 0.5])
  const corners = [g.op('Sub', [centres, half]), g.op('Add', [centres, half])]
  const rows = g.op('Concat', [...corners, score, best], { axis: 1 })
  const count = seen.side === 'dynamic' ? 300 : Math.min(300, (seen.side / 8) ** 2)
  const [, order] = g.two('TopK', [score, ints([count])], { axis: 2 })
  const picked = g.op('GatherElements', [rows, g.op('Expand', [order, ints([1, 6, 1])])], { axis: 2 })
  return { value: g.op('Transpose', [picked], { perm: [0, 2, 1] }), dims: [count, 6] }
}

const ALL_STRIDES = [8, 16, 32]

function boxesIn(g: GraphBuilder, { images, side, colours }: Seen, strides: readonly number[]): ColourBoxes {
  return colourBoxes(g, images, { colours, strides, longest: side === 'dynamic' ? 2048 : side })
}

function anchorCount(side: number | 'dynamic', strides: readonly number[]): Dim {
  return side === 'dynamic' ? 'anchors' : strides.reduce((sum, stride) => sum + (side / stride) ** 2, 0)
}
