import type { GraphBuilder } from '#inference/onnx/build'
import { intScalar, ints } from '#inference/onnx/tensors'
import { TENSOR_TYPES } from '#inference/onnx/types'
import { colourWeights, type ToyColour } from './colours.ts'

/** Names of values in a graph; A anchors in the order of YOLO: by stride, then by rows. */
export interface ColourBoxes {
  /** float32 [N, 4, A]: centre x, centre y, width, height in pixels of the input. */
  readonly boxes: string
  /** float32 [N, colours, A] from 0 to 1. */
  readonly scores: string
  /** float32 [N, 2, A]: the pixel of each anchor, x and y. */
  readonly anchors: string
}

export interface ColourBoxOptions {
  readonly colours: readonly ToyColour[]
  readonly strides?: readonly number[]
  /** The longest run of one colour that is measured, in pixels. */
  readonly longest?: number
}

/** How much of a colour makes a pixel one of an object: less than half, so that a blurred edge on grey stays where it was. */
const OBJECT_FROM = 0.3

/**
 * Finds coloured things in `images` (float32 [N, 3, H, W], RGB from 0 to 1), as the head of a YOLO would: every anchor
 * whose pixel shows a colour answers with the box of that colour's runs through the pixel, across and down. All anchors
 * on an upright rectangle therefore give exactly that rectangle. The score is the mean of the colour over the anchor's
 * cell, and 0 where the anchor's own pixel shows none.
 */
export function colourBoxes(g: GraphBuilder, images: string, options: ColourBoxOptions): ColourBoxes {
  const { colours, strides = [8, 16, 32], longest = 1024 } = options
  const response = g.op('Relu', [g.op('Conv', [images, colourWeights(colours)])])
  const mask = g.op('Cast', [g.op('Greater', [response, OBJECT_FROM])], { to: TENSOR_TYPES.float32 })
  const levels = strides.map((stride) => levelOf(g, { response, mask, stride, longest }))
  const joined = (part: keyof ColourBoxes): string =>
    g.op(
      'Concat',
      levels.map((level) => level[part]),
      { axis: 2 },
    )
  return { boxes: joined('boxes'), scores: joined('scores'), anchors: joined('anchors') }
}

interface Level {
  readonly response: string
  readonly mask: string
  readonly stride: number
  readonly longest: number
}

function levelOf(g: GraphBuilder, { response, mask, stride, longest }: Level): ColourBoxes {
  const [rows, columns] = [everyNth(g, mask, { axis: 2, stride }), everyNth(g, mask, { axis: 3, stride })]
  const across = extentOf(g, rows, { axis: 3, stride, longest })
  const down = extentOf(g, columns, { axis: 2, stride, longest })
  const cell = g.op('AveragePool', [response], { kernel_shape: [stride, stride], strides: [stride, stride] })
  const shown = everyNth(g, rows, { axis: 3, stride })
  const score = g.op('Mul', [g.op('Min', [cell, 1]), shown])
  const boxes = g.op('Concat', [across.centre, down.centre, across.length, down.length], { axis: 1 })
  const anchors = g.op('Concat', [across.pixel, down.pixel], { axis: 1 })
  const flat = (value: string): string => g.op('Reshape', [value, ints([0, 0, -1])])
  return { boxes: flat(boxes), scores: flat(score), anchors: flat(anchors) }
}

interface Along {
  readonly axis: 2 | 3
  readonly stride: number
  readonly longest: number
}

/** The run of one colour through every anchor along an axis, each of [N, 1, h, w], in pixels. */
function extentOf(g: GraphBuilder, lines: string, along: Along) {
  const isObject = g.op('Greater', [lines, 0.5])
  const ones = g.op('Add', [g.op('Mul', [lines, 0]), 1])
  const atAnchors = (value: string): string => everyNth(g, value, along)
  const [toStart, toEnd] = [false, true].map((reverse) => {
    const position = positionOf(g, ones, { axis: along.axis, reverse })
    const gaps = g.op('Where', [isObject, -1, position])
    const lastGap = runningMax(g, gaps, { ...along, reverse })
    // At most one colour shows at a pixel: the sum is that colour's run.
    return g.op('ReduceSum', [atAnchors(g.op('Sub', [position, lastGap])), ints([1])])
  })
  const position = atAnchors(positionOf(g, ones, { axis: along.axis, reverse: false }))
  const pixel = g.op('ReduceMax', [position], { axes: [1] })
  const [before = '', after = ''] = [toStart, toEnd]
  const shift = g.op('Mul', [g.op('Add', [g.op('Sub', [after, before]), 1]), 0.5])
  const length = g.op('Max', [g.op('Sub', [g.op('Add', [before, after]), 1]), 1])
  return { centre: g.op('Add', [pixel, shift]), length, pixel }
}

/** Every pixel's distance from the side where an axis starts, or from where it ends. */
function positionOf(g: GraphBuilder, ones: string, { axis, reverse }: { axis: number; reverse: boolean }): string {
  const counted = g.op('CumSum', [ones, intScalar(axis)], { reverse: Number(reverse) })
  return g.op('Sub', [counted, 1])
}

/** The largest value so far along an axis, by doubling the distance that is looked back. */
function runningMax(g: GraphBuilder, values: string, { axis, longest, reverse }: Along & { reverse: boolean }): string {
  let largest = values
  for (let step = 1; step < longest; step *= 2) {
    const pads = [0, 0, 0, 0, 0, 0, 0, 0]
    pads[axis] = reverse ? -step : step
    pads[axis + 4] = -(pads[axis] ?? 0)
    largest = g.op('Max', [largest, g.op('Pad', [largest, ints(pads), -1])])
  }
  return largest
}

/** The lines at the middle of every cell. */
function everyNth(g: GraphBuilder, value: string, { axis, stride }: { axis: number; stride: number }): string {
  const [start, end, step] = [stride / 2, 2 ** 31, stride]
  return g.op('Slice', [value, ints([start]), ints([end]), ints([axis]), ints([step])])
}
