import type { GraphBuilder } from '#inference/onnx/build'
import { intScalar, ints } from '#inference/onnx/tensors'
import { TENSOR_TYPES } from '#inference/onnx/types'
import { colourWeights, type ToyColour } from './colours.ts'

/** Names of values in a graph, with A anchors in the order of YOLO: by stride, then by rows. */
export interface ColourBoxes {
  /** float32 [N, 4, A]: center x, center y, width, height in pixels of the input. */
  readonly boxes: string
  /** float32 [N, colors, A] from 0 to 1. */
  readonly scores: string
  /** float32 [N, 2, A]: the pixel of each anchor, x and y. */
  readonly anchors: string
}

export interface ColourBoxOptions {
  readonly colours: readonly ToyColour[]
  readonly strides?: readonly number[]
  /** The longest run of one color that is measured, in pixels. */
  readonly longest?: number
}

/**
 * Share of a color from which a pixel belongs to an object: below one half, so that a blurred edge on gray stays in
 * place.
 */
const OBJECT_FROM = 0.3

/**
 * Finds colored objects in `images` (float32 [N, 3, H, W], RGB from 0 to 1) like a YOLO head: every anchor whose pixel
 * has a color returns the box of that color's horizontal and vertical runs through the pixel. All anchors on an
 * upright rectangle therefore return exactly that rectangle. The score is the mean of the colour over the anchor's
 * cell, and 0 if the anchor's own pixel has none.
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

/** Returns the run of one color through every anchor along an axis, each of [N, 1, h, w], in pixels. */
function extentOf(g: GraphBuilder, lines: string, along: Along) {
  const isObject = g.op('Greater', [lines, 0.5])
  const ones = g.op('Add', [g.op('Mul', [lines, 0]), 1])
  const atAnchors = (value: string): string => everyNth(g, value, along)
  const [toStart, toEnd] = [false, true].map((reverse) => {
    const position = positionOf(g, ones, { axis: along.axis, reverse })
    const gaps = g.op('Where', [isObject, -1, position])
    const lastGap = runningMax(g, gaps, { ...along, reverse })
    // A pixel has at most one color, so the sum is that color's run.
    return g.op('ReduceSum', [atAnchors(g.op('Sub', [position, lastGap])), ints([1])])
  })
  const position = atAnchors(positionOf(g, ones, { axis: along.axis, reverse: false }))
  const pixel = g.op('ReduceMax', [position], { axes: [1] })
  const [before = '', after = ''] = [toStart, toEnd]
  const shift = g.op('Mul', [g.op('Add', [g.op('Sub', [after, before]), 1]), 0.5])
  const length = g.op('Max', [g.op('Sub', [g.op('Add', [before, after]), 1]), 1])
  return { centre: g.op('Add', [pixel, shift]), length, pixel }
}

/** Returns every pixel's distance from the start of an axis, or from its end. */
function positionOf(g: GraphBuilder, ones: string, { axis, reverse }: { axis: number; reverse: boolean }): string {
  const counted = g.op('CumSum', [ones, intScalar(axis)], { reverse: Number(reverse) })
  return g.op('Sub', [counted, 1])
}

/** Returns the running maximum along an axis, by doubling the distance of the look-back. */
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

/** Returns the lines at the middle of every cell. */
function everyNth(g: GraphBuilder, value: string, { axis, stride }: { axis: number; stride: number }): string {
  const [start, end, step] = [stride / 2, 2 ** 31, stride]
  return g.op('Slice', [value, ints([start]), ints([end]), ints([axis]), ints([step])])
}
