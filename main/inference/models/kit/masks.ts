import {
  type Affine,
  compose,
  identity,
  invertAffine,
  mapBox,
  mapRing,
  scaling,
  translation,
} from '#common/geometry/affine'
import { type Box, boxSize } from '#common/geometry/box'
import { traceMask } from '#common/geometry/contour'
import { emptyMask, type Mask } from '#common/geometry/mask'
import { type Ring, type Rings, signedRingArea } from '#common/geometry/polygon'
import { encodeRings, runLengthsToText } from '#common/geometry/rle'
import type { Size } from '#common/geometry/space'
import type { DetectedMask } from '#common/inference/prediction'
import type { PredictOptions } from '#core/models/inference/operations'
import { outerOutlinesOf } from '../../masks/outlines.ts'
import type { Seen } from './predictor.ts'

/** How much of a map that lies over the whole frame belongs to an object: the cells of a window, row by row. */
export interface Patch {
  /** Of the whole map, in cells. */
  readonly map: Size
  /** In whole cells of the map. */
  readonly window: Box
  readonly values: Float32Array
}

export interface MaskCut {
  readonly seen: Pick<Seen, 'toImage' | 'content' | 'size' | 'options'>
  /** Pixels of the network's input. */
  readonly frame: Size
  /** Cells whose value is larger belong to the object. */
  readonly level: number
}

/** The mask of an object inside its box, which is in pixels of the frame: decoded as large as the request asks for. */
export function maskInBox(patch: Patch, box: Box, { seen, frame, level }: MaskCut): DetectedMask {
  const grid = gridOf(seen, patch.map, frame)
  const window = windowOf(box, { grid, content: seen.content })
  const mask = window && sample(patch, { grid, window, level })
  const { x0, y0 } = window ?? { x0: 0, y0: 0 }
  const toImage = compose(translation(x0, y0), grid.toImage)
  const isContour = seen.options.maskFormat === 'contour'
  if (isContour) return { format: 'polygon', ring: mapRing(toImage, longest(mask ? outerOutlinesOf(mask) : [])) }
  const rings = mask === undefined ? [] : traceMask(mask)
  const inImage = rings.map((ring) => clampRing(mapRing(toImage, ring), seen.size))
  return toDetectedMask(inImage, seen)
}

/** The cells of a map that one must know to decode a mask inside a box of the frame. */
export function neededWindow(box: Box, map: Size, frame: Size): Box {
  const { x0, y0, x1, y1 } = mapBox(scaling(map.width / frame.width, map.height / frame.height), box)
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
  return {
    x0: clamp(Math.floor(x0) - 2, map.width),
    y0: clamp(Math.floor(y0) - 2, map.height),
    x1: clamp(Math.ceil(x1) + 2, map.width),
    y1: clamp(Math.ceil(y1) + 2, map.height),
  }
}

/** Where the cells of a mask lie. The maps scale and shift, and turn nothing. */
interface Grid {
  /** To cells of the map that is decoded. */
  readonly toMap: Affine
  readonly toImage: Affine
  readonly fromFrame: Affine
  /** Of the map, those that show the image. */
  readonly shown: Box
}

function gridOf({ toImage, content, options }: MaskCut['seen'], map: Size, frame: Size): Grid {
  const toMap = scaling(map.width / frame.width, map.height / frame.height)
  const { x0, y0, x1, y1 } = mapBox(toMap, content)
  const shown = { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) }
  const toFrame = gridToFrame(options.maskDecoding, { map, frame, toImage })
  const fromFrame = invertAffine(toFrame) ?? identity
  const isImage = options.maskDecoding.mode === 'accurate'
  const gridToImage = isImage ? identity : compose(toFrame, toImage)
  return { toMap: compose(toFrame, toMap), toImage: gridToImage, fromFrame, shown }
}

interface Scales {
  readonly map: Size
  readonly frame: Size
  readonly toImage: Affine
}

/** `accurate` decodes pixels of the image, `fast` the cells of the map, `tradeoff` a grid between these and the pixels of the frame. */
function gridToFrame({ mode, tradeoff }: PredictOptions['maskDecoding'], { map, frame, toImage }: Scales): Affine {
  if (mode === 'accurate') return invertAffine(toImage) ?? identity
  const share = mode === 'fast' ? 0 : tradeoff
  const side = (cells: number, pixels: number) => pixels / Math.max(1, Math.round(cells + (pixels - cells) * share))
  return scaling(side(map.width, frame.width), side(map.height, frame.height))
}

/** The cells of the grid inside a box, at least one each way; undefined when nothing of the box shows the image. */
function windowOf(box: Box, { grid, content }: { grid: Grid; content: Box }): Box | undefined {
  const [x0, x1] = [Math.max(box.x0, content.x0), Math.min(box.x1, content.x1)]
  const [y0, y1] = [Math.max(box.y0, content.y0), Math.min(box.y1, content.y1)]
  if (!(x0 < x1 && y0 < y1)) return undefined
  const exact = mapBox(grid.fromFrame, { x0, y0, x1, y1 })
  const [left, right] = wholeCells(exact.x0, exact.x1)
  const [top, bottom] = wholeCells(exact.y0, exact.y1)
  return { x0: left, y0: top, x1: right, y1: bottom }
}

function wholeCells(from: number, to: number): readonly [number, number] {
  const [first, last] = [Math.round(from), Math.round(to)]
  return last > first ? [first, last] : [Math.floor((from + to) / 2), Math.floor((from + to) / 2) + 1]
}

/** The two neighbors of every cell along one axis, and how much of the second is in it. */
interface Neighbours {
  readonly before: Int32Array
  readonly after: Int32Array
  readonly share: Float32Array
}

interface Along {
  readonly scale: number
  readonly shift: number
  readonly from: number
  readonly to: number
  /** First and last cell of the patch that may be used. */
  readonly first: number
  readonly last: number
}

/** The neighbors of each cell of the grid, between the centers of the cells of the patch. */
function neighbours({ scale, shift, from, to, first, last }: Along): Neighbours {
  const [before, after] = [new Int32Array(to - from), new Int32Array(to - from)]
  const share = new Float32Array(to - from)
  for (let cell = from; cell < to; cell += 1) {
    const place = Math.max(first, Math.min(last, scale * (cell + 0.5) + shift - 0.5))
    const whole = Math.floor(place)
    before[cell - from] = whole
    after[cell - from] = Math.min(last, whole + 1)
    share[cell - from] = place - whole
  }
  return { before, after, share }
}

interface Sampling {
  readonly grid: Grid
  readonly window: Box
  readonly level: number
}

/** Between the cells of the patch values run straight from one center to the next. */
function sample({ window: known, values }: Patch, { grid, window, level }: Sampling): Mask | undefined {
  const { toMap, shown } = grid
  const [left, right] = [Math.max(known.x0, shown.x0), Math.min(known.x1, shown.x1) - 1]
  const [top, bottom] = [Math.max(known.y0, shown.y0), Math.min(known.y1, shown.y1) - 1]
  if (left > right || top > bottom) return undefined
  const columns = neighbours({
    scale: toMap.a,
    shift: toMap.e - known.x0,
    from: window.x0,
    to: window.x1,
    first: left - known.x0,
    last: right - known.x0,
  })
  const rows = neighbours({
    scale: toMap.d,
    shift: toMap.f - known.y0,
    from: window.y0,
    to: window.y1,
    first: top - known.y0,
    last: bottom - known.y0,
  })
  const mask = emptyMask(boxSize(window))
  const line = new Float32Array(boxSize(known).width)
  for (let row = 0; row < mask.height; row += 1) {
    blendRows(values, line, [rows.before[row] ?? 0, rows.after[row] ?? 0, rows.share[row] ?? 0])
    fillRow(mask.data.subarray(row * mask.width, (row + 1) * mask.width), { line, columns, level })
  }
  return mask
}

function blendRows(values: Float32Array, line: Float32Array, [one, other, share]: readonly [number, number, number]) {
  const [start, next] = [one * line.length, other * line.length]
  for (let x = 0; x < line.length; x += 1) {
    const value = values[start + x] ?? 0
    line[x] = value + ((values[next + x] ?? 0) - value) * share
  }
}

interface Line {
  readonly line: Float32Array
  readonly columns: Neighbours
  readonly level: number
}

function fillRow(row: Uint8Array, { line, columns: { before, after, share }, level }: Line): void {
  for (let x = 0; x < row.length; x += 1) {
    const value = line[before[x] ?? 0] ?? 0
    const mixed = value + ((line[after[x] ?? 0] ?? 0) - value) * (share[x] ?? 0)
    row[x] = mixed > level ? 1 : 0
  }
}

/** The cells at the edge of the image may reach over it. */
function clampRing(ring: Ring, { width, height }: Size): Ring {
  return ring.map((length, i) => Math.max(0, Math.min(i % 2 === 0 ? width : height, length)))
}

/** A mask from its borders in pixels of the image, along their edges or as run lengths. */
function toDetectedMask(rings: Rings, { size, options }: Pick<Seen, 'size' | 'options'>): DetectedMask {
  if (options.maskFormat === 'polygon') return { format: 'polygon', ring: mostDetailed(rings) }
  const pixels = size.width * size.height
  const counts = rings.length === 0 ? [pixels] : encodeRings(rings, size).counts
  return { format: 'rle', size, counts: runLengthsToText(counts) }
}

function longest(rings: Rings): Ring {
  const none: Ring = []
  return rings.reduce((most, ring) => (ring.length > most.length ? ring : most), none)
}

/** The outer border with the most vertices; holes run the other way round. */
function mostDetailed(rings: Rings): Ring {
  const none: Ring = []
  return rings.reduce((most, ring) => (ring.length > most.length && signedRingArea(ring) > 0 ? ring : most), none)
}
