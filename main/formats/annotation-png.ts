import { setImmediate } from 'node:timers/promises'
import { isPlaced, type PlacedShape, type Shape, shapeRings } from '#common/annotation/shape'
import { clipSegment } from '#common/geometry/line'
import { fillRings } from '#common/geometry/mask'
import { at, type Ring, type Rings, ringsBounds } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { rgbaPng } from './kit/png.ts'

export interface ColoredShape {
  readonly shape: Shape
  /** `#RRGGBB`. */
  readonly color: string
}

/** The longer side of a drawing at most: it is laid over the image in whatever size that is shown. */
const MOST_SIDE = 1024
const FILLED = 51
const DRAWN = 255
/** Half the width of a line, in pixels of the drawing. */
const REACH = 1
/** Others are served after so long. */
const PIECE_MS = 10

interface Canvas extends Size {
  readonly bytes: Uint8Array
}

/** The annotations of an image alone, on a transparent ground; areas are pale, their outlines are not. */
export async function annotationPng(frame: Size, shapes: readonly ColoredShape[]): Promise<Uint8Array> {
  const scale = Math.min(1, MOST_SIDE / Math.max(frame.width, frame.height))
  const width = Math.max(1, Math.round(frame.width * scale))
  const height = Math.max(1, Math.round(frame.height * scale))
  const canvas = { width, height, bytes: new Uint8Array(width * height * 4) }
  let end = performance.now() + PIECE_MS
  for (const { shape, color } of shapes) {
    if (isPlaced(shape)) draw(canvas, outlinesOf(shape, scale), Number.parseInt(color.slice(1), 16))
    if (performance.now() < end) continue
    await setImmediate()
    end = performance.now() + PIECE_MS
  }
  return rgbaPng(canvas.bytes, canvas)
}

interface Outlines {
  readonly areas: Rings
  /** Open ones too; a point is a line from it to itself. */
  readonly lines: Rings
}

function outlinesOf(shape: PlacedShape, scale: number): Outlines {
  const areas = shapeRings(shape).map((ring) => ring.map((length) => length * scale))
  const closed = areas.map((ring) => [...ring, at(ring, 0), at(ring, 1)])
  return { areas, lines: [...closed, ...openLines(shape).map((line) => line.map((length) => length * scale))] }
}

function openLines(shape: PlacedShape): Rings {
  switch (shape.kind) {
    case 'polyline':
      return [shape.points]
    case 'point':
      return [[shape.at.x, shape.at.y, shape.at.x, shape.at.y]]
    case 'keypoints':
      return shape.points.flatMap(({ x, y, visibility }) => (visibility === 0 ? [] : [[x, y, x, y]]))
    case 'box':
    case 'rotated-box':
    case 'polygon':
    case 'mask':
      return []
  }
}

function draw(canvas: Canvas, { areas, lines }: Outlines, color: number): void {
  if (areas.length > 0) fill(canvas, areas, color)
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) stroke(canvas, [line, i], color)
  }
}

function fill(canvas: Canvas, areas: Rings, color: number): void {
  const bounds = ringsBounds(areas)
  const [x0, y0] = [Math.max(0, Math.floor(bounds.x0)), Math.max(0, Math.floor(bounds.y0))]
  const width = Math.min(canvas.width, Math.ceil(bounds.x1)) - x0
  const height = Math.min(canvas.height, Math.ceil(bounds.y1)) - y0
  if (width <= 0 || height <= 0) return
  const moved = areas.map((ring) => ring.map((length, i) => length - (i % 2 === 0 ? x0 : y0)))
  const { data } = fillRings(moved, { width, height })
  for (let place = 0; place < data.length; place += 1) {
    if (data[place] !== 1) continue
    const start = ((y0 + Math.floor(place / width)) * canvas.width + x0 + (place % width)) * 4
    // Pixels that are drawn already keep their opacity.
    if ((canvas.bytes[start + 3] ?? 0) < DRAWN) put(canvas, start, [color, FILLED])
  }
}

/** Draws the segment from point i to the next, clipped to the canvas. */
function stroke(canvas: Canvas, [line, i]: readonly [Ring, number], color: number): void {
  const ends = [0, 1, 2, 3].map((each) => at(line, i + each) + REACH)
  const seen = clipSegment([at(ends, 0), at(ends, 1), at(ends, 2), at(ends, 3)], reached(canvas))
  if (seen === undefined) return
  const [x, y] = [seen[0] - REACH, seen[1] - REACH]
  const [across, down] = [seen[2] - REACH - x, seen[3] - REACH - y]
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(across), Math.abs(down))))
  for (let step = 0; step <= steps; step += 1) {
    dot(canvas, [Math.round(x + (across * step) / steps), Math.round(y + (down * step) / steps)], color)
  }
}

/** The canvas with the margin from which a line still reaches into it. */
function reached({ width, height }: Size): Size {
  return { width: width + 2 * REACH, height: height + 2 * REACH }
}

function dot(canvas: Canvas, [x, y]: readonly [number, number], color: number): void {
  for (let row = Math.max(0, y - REACH); row < Math.min(canvas.height, y + REACH); row += 1) {
    for (let column = Math.max(0, x - REACH); column < Math.min(canvas.width, x + REACH); column += 1) {
      put(canvas, (row * canvas.width + column) * 4, [color, DRAWN])
    }
  }
}

function put({ bytes }: Canvas, start: number, [color, alpha]: readonly [number, number]): void {
  bytes[start] = color >> 16
  bytes[start + 1] = (color >> 8) & 255
  bytes[start + 2] = color & 255
  bytes[start + 3] = alpha
}
