import type { Box } from '#common/geometry/box'
import type { Mask } from '#common/geometry/mask'
import type { Size } from '#common/geometry/space'
import type { DetectedMask } from '#common/inference/prediction'
import type { Tensors } from '../../host/session.ts'
import { readFloats } from '../kit/answers.ts'
import { detectedMask } from '../kit/detected-mask.ts'
import { type CellAxis, cellsAcross, cellsDown } from '../kit/frame-cells.ts'
import type { Seen } from '../kit/predictor.ts'
import { type SampledLine, sampledLine } from '../kit/resize-map.ts'

interface MaskOptions {
  /** The tensor: a map for every query, over the whole frame. */
  readonly name: string
  readonly queries: number
  readonly frame: Size
}

/**
 * Reads the masks of a picture query by query, each within the box of its object. The maps are bilinear between their cells; they are
 * logits, or probabilities when none of them is below 0 or above 1.
 */
export function maskReader(outputs: Tensors, { name, queries, frame }: MaskOptions, seen: Seen) {
  const { values, dims } = readFloats(outputs, { name, dims: [1, queries, 'rows', 'columns'] })
  const [, , rows = 0, columns = 0] = dims
  const least = areProbabilities(values) ? 0.5 : 0
  const across = cellsAcross(seen, { frame: frame.width, cells: columns })
  const down = cellsDown(seen, { frame: frame.height, cells: rows })
  const whole = decodedSize(seen, across, down)
  const { size, options } = seen
  return (query: number, box: Box): DetectedMask => {
    const map = { values: values.subarray(query * rows * columns, (query + 1) * rows * columns), columns, least }
    const x = span([box.x0, box.x1], { picture: size.width, decoded: whole.width, axis: across })
    const y = span([box.y0, box.y1], { picture: size.height, decoded: whole.height, axis: down })
    const mask = { width: x.line.share.length, height: y.line.share.length, data: cut(map, x.line, y.line) }
    return detectedMask({ mask, left: x.start, top: y.start, whole }, size, options.maskFormat)
  }
}

function areProbabilities(values: Float32Array): boolean {
  return !values.some((value) => value < 0 || value > 1)
}

/** Width and height that the whole picture is decoded at: its own, that of the maps, or one between them. */
function decodedSize({ size, options }: Seen, across: CellAxis, down: CellAxis): Size {
  const { mode, tradeoff } = options.maskDecoding
  const share = { accurate: 1, fast: 0, tradeoff: Math.min(1, Math.max(0, tradeoff)) }[mode]
  const between = (own: number, perPixel: number) => {
    const cells = Math.min(own, own * perPixel)
    return Math.max(1, Math.round(cells + share * (own - cells)))
  }
  return { width: between(size.width, across.perPixel), height: between(size.height, down.perPixel) }
}

interface Decoding {
  readonly picture: number
  readonly decoded: number
  readonly axis: CellAxis
}

/** The decoded pixels that a part of the picture reaches, as far as the network saw it. */
function span([from, to]: readonly [number, number], { picture, decoded, axis }: Decoding) {
  const scale = decoded / picture
  const start = Math.floor(Math.max(from, Math.round(axis.seen[0])) * scale)
  const end = Math.ceil(Math.min(to, Math.round(axis.seen[1])) * scale)
  const line = sampledLine({
    count: Math.max(0, end - start),
    at: (point) => axis.cellAt((start + point + 0.5) / scale),
    cells: axis.shown,
  })
  return { start, line }
}

interface MaskMap {
  readonly values: Float32Array
  readonly columns: number
  /** What lies above belongs to the object. */
  readonly least: number
}

function cut({ values, columns, least }: MaskMap, across: SampledLine, down: SampledLine): Mask['data'] {
  const [width, height] = [across.share.length, down.share.length]
  const data = new Uint8Array(width * height)
  const row = new Float32Array(columns)
  for (let y = 0, place = 0; y < height; y += 1) {
    mixRows(values, row, [down.first[y] ?? 0, down.second[y] ?? 0, down.share[y] ?? 0])
    for (let x = 0; x < width; x += 1, place += 1) {
      const first = row[across.first[x] ?? 0] ?? 0
      const second = row[across.second[x] ?? 0] ?? 0
      if (first + (second - first) * (across.share[x] ?? 0) > least) data[place] = 1
    }
  }
  return data
}

/** The row between two rows of a map. */
function mixRows(values: Float32Array, row: Float32Array, [first, second, share]: readonly [number, number, number]) {
  const [above, below] = [first * row.length, second * row.length]
  for (let column = 0; column < row.length; column += 1) {
    const value = values[above + column] ?? 0
    row[column] = value + ((values[below + column] ?? 0) - value) * share
  }
}
