import type { YoloLayout } from '#inference/models/yolo/layouts'
import type { YoloTask } from '#inference/models/yolo/signature'
import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { ints } from '#inference/onnx/tensors'
import { TENSOR_TYPES } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { type ColourBoxes, colourBoxes } from './colour-boxes.ts'
import { colourWeights, pythonNames, type ToyColour } from './colours.ts'

export interface YoloToy {
  readonly layout: YoloLayout
  readonly task?: YoloTask
  /** Side of the input, a multiple of 32. */
  readonly side?: number
  /** Whether the axes of anchors and numbers are swapped. */
  readonly isTransposed?: boolean
}

export const TOY_CLASSES: readonly ToyColour[] = ['red', 'green']
/** Rotation of the boxes of the second color, in radians; those of the first are upright. */
export const TOY_ANGLE = Math.PI / 4
const PROTOTYPES = 32

/**
 * Makes a YOLO model of any layout that detects rectangles of pure colors. A box is exactly the rectangle, its score
 * the brightness of the color, and its mask the area of the color. Its keypoints are the top left corner, the bottom
 * right corner with half the score, and one that is never visible.
 */
export function yoloToy(toy: YoloToy): Uint8Array {
  const { layout, side = 128, isTransposed = false } = toy
  const g = graphBuilder()
  const images = g.input('images', 'float32', ['batch', 3, side, side])
  const strides = isFinished(layout) ? [8] : [8, 16, 32]
  const boxes = colourBoxes(g, images, { colours: TOY_CLASSES, longest: side, strides })
  const isNumbersFirst = layout.startsWith('v8') !== isTransposed
  const cells = strides.reduce((sum, stride) => sum + (side / stride) ** 2, 0)
  for (const [index, { value, numbers, anchors }] of headOf(g, boxes, { toy, cells }).entries()) {
    const lengths = isNumbersFirst ? [numbers, anchors] : [anchors, numbers]
    const turned = isNumbersFirst ? value : g.op('Transpose', [value], { perm: [0, 2, 1] })
    g.output(`output${index}`, turned, { dims: ['batch', ...lengths] })
  }
  if (toy.task === 'instance-segmentation') giveMasks(g, images, { toy, side })
  return writeModel({ graph: g.graph(), metadata: { stride: '32', names: pythonNames(TOY_CLASSES) } })
}

/** Values [N, numbers, anchors]. */
interface Head {
  readonly value: string
  readonly numbers: number
  readonly anchors: number
}

interface Heading {
  readonly toy: YoloToy
  readonly cells: number
}

function headOf(g: GraphBuilder, seen: ColourBoxes, { toy, cells }: Heading): readonly Head[] {
  const { boxes, scores } = seen
  const { extras, count } = extrasOf(g, seen, toy)
  const classes = TOY_CLASSES.length
  switch (toy.layout) {
    case 'v8':
    case 'v8-turned': {
      const value = g.op('Concat', [boxes, scores, ...extras], { axis: 1 })
      return [{ value, numbers: 4 + classes + count, anchors: cells }]
    }
    case 'v5':
    case 'v7-masks': {
      const copies = [1, 0.5, 0.25].map((sureness) => withObjectness(g, seen, { extras, sureness }))
      const value = g.op('Concat', copies, { axis: 2 })
      return [{ value, numbers: 5 + classes + count, anchors: 3 * cells }]
    }
    case 'nas':
      return [
        { value: cornersOf(g, boxes), numbers: 4, anchors: cells },
        { value: scores, numbers: classes, anchors: cells },
      ]
    case 'v10':
    case 'v10-turned':
    case 'v26':
    case 'v26-turned':
      return [finishedRows(g, seen, { extras, count: 6 + count, cells, isTurned: toy.layout.endsWith('turned') })]
  }
}

/**
 * Without an object the classes have high scores and the objectness is 0, so that a reader that ignores it finds boxes
 * everywhere.
 */
function withObjectness(
  g: GraphBuilder,
  { boxes, scores }: ColourBoxes,
  { extras, sureness }: { extras: readonly string[]; sureness: number },
): string {
  const isObject = g.op('Greater', [g.op('ReduceMax', [scores], { axes: [1] }), 0])
  const classes = g.op('Where', [isObject, scores, 0.9])
  return g.op('Concat', [boxes, g.op('Where', [isObject, sureness, 0]), classes, ...extras], { axis: 1 })
}

interface Rows {
  readonly extras: readonly string[]
  readonly count: number
  readonly cells: number
  readonly isTurned: boolean
}

/** Columns box, score, class. Only the cell with a box's center returns it, so that no box is duplicated. */
function finishedRows(g: GraphBuilder, seen: ColourBoxes, { extras, count, cells, isTurned }: Rows): Head {
  const { boxes, scores, anchors } = seen
  const [centres] = g.two('Split', [boxes], { axis: 1 })
  const offset = g.op('Sub', [centres, anchors])
  const inCell = g.op('And', [g.op('GreaterOrEqual', [offset, -4]), g.op('Less', [offset, 4])])
  const isPeak = g.op('ReduceMin', [g.op('Cast', [inCell], { to: TENSOR_TYPES.float32 })], { axes: [1] })
  const peaks = g.op('Mul', [scores, isPeak])
  const score = g.op('ReduceMax', [peaks], { axes: [1] })
  const best = g.op('Cast', [g.op('ArgMax', [peaks], { axis: 1 })], { to: TENSOR_TYPES.float32 })
  const shape = isTurned ? boxes : cornersOf(g, boxes)
  const rows = g.op('Concat', [shape, score, best, ...extras], { axis: 1 })
  const most = Math.min(300, cells)
  const [, order] = g.two('TopK', [score, ints([most])], { axis: 2 })
  const value = g.op('GatherElements', [rows, g.op('Expand', [order, ints([1, count, 1])])], { axis: 2 })
  return { value, numbers: count, anchors: most }
}

/** Converts center and size to x0, y0, x1, y1. */
function cornersOf(g: GraphBuilder, boxes: string): string {
  const [centres, sizes] = g.two('Split', [boxes], { axis: 1 })
  const half = g.op('Mul', [sizes, 0.5])
  return g.op('Concat', [g.op('Sub', [centres, half]), g.op('Add', [centres, half])], { axis: 1 })
}

/** Returns the values after the classes, and their number. */
function extrasOf(g: GraphBuilder, { boxes, scores }: ColourBoxes, { layout, task }: YoloToy) {
  const shows = g.op('Cast', [g.op('Greater', [scores, 0])], { to: TENSOR_TYPES.float32 })
  if (layout.endsWith('-turned')) {
    const [, second] = g.two('Split', [shows], { axis: 1 })
    return { extras: [g.op('Mul', [second, TOY_ANGLE])], count: 1 }
  }
  if (task === 'instance-segmentation') {
    const pads = ints([0, 0, 0, 0, PROTOTYPES - TOY_CLASSES.length, 0])
    return { extras: [g.op('Pad', [shows, pads])], count: PROTOTYPES }
  }
  if (task !== 'keypoint-detection') return { extras: [], count: 0 }
  const [first, last] = g.two('Split', [cornersOf(g, boxes)], { axis: 1 })
  const sureness = g.op('ReduceMax', [scores], { axes: [1] })
  const half = g.op('Mul', [sureness, 0.5])
  return { extras: [first, sureness, last, half, first, g.op('Mul', [sureness, 0])], count: 9 }
}

/** Prototypes with the area of each color; the rest are noise that no coefficient uses. */
function giveMasks(g: GraphBuilder, images: string, { toy, side }: { toy: YoloToy; side: number }): void {
  const shown = g.op('Relu', [g.op('Conv', [images, colourWeights(TOY_CLASSES)])])
  const cells = g.op('AveragePool', [shown], { kernel_shape: [4, 4], strides: [4, 4] })
  const logits = g.op('Sub', [g.op('Mul', [cells, 16]), 8])
  const prototypes = g.op('Pad', [logits, ints([0, 0, 0, 0, 0, PROTOTYPES - TOY_CLASSES.length, 0, 0]), 50])
  const dims = ['batch', PROTOTYPES, side / 4, side / 4]
  if (toy.layout !== 'v7-masks') return g.output('output1', prototypes, { dims })
  const raw = g.op('Unsqueeze', [shown, ints([1])])
  for (const head of [1, 2, 3]) g.output(`head${head}`, raw, { dims: ['batch', 1, TOY_CLASSES.length, side, side] })
  g.output('prototypes', prototypes, { dims })
}

function isFinished(layout: YoloLayout): boolean {
  return layout.startsWith('v10') || layout.startsWith('v26')
}
