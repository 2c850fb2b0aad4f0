import type { Box } from '#common/geometry/box'
import { fillRings } from '#common/geometry/mask'
import { at, type Ring, type Rings, ringsBounds } from '#common/geometry/polygon'
import { CHANNELS, type Pixels } from '#transforms/raster'
import type { Colour } from './colours.ts'

/** Lays a color over a pixel; `share` from 0 to 1 of what is then seen is the color. */
function blend({ data, width }: Pixels, place: readonly [x: number, y: number], paint: Paint): void {
  const start = (place[1] * width + place[0]) * CHANNELS
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const under = data[start + channel] ?? 0
    data[start + channel] = under + ((paint.colour[channel] ?? 0) - under) * paint.share + 0.5
  }
}

/** How strongly a color covers what is below it, from 0 to 1. */
export interface Paint {
  readonly colour: Colour
  readonly share: number
}

/** The pixels of an image that a box covers, whole ones. */
function pixelsOf({ x0, y0, x1, y1 }: Box, { width, height }: Pixels): Box {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
  return { x0: clamp(x0, width), y0: clamp(y0, height), x1: clamp(x1, width), y1: clamp(y1, height) }
}

export function fillBox(pixels: Pixels, box: Box, paint: Paint): void {
  const { x0, y0, x1, y1 } = pixelsOf(box, pixels)
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) blend(pixels, [x, y], paint)
  }
}

/** The area inside rings, by the even-odd rule. */
export function fillArea(pixels: Pixels, rings: Rings, paint: Paint): void {
  if (rings.length === 0) return
  const { x0, y0, x1, y1 } = pixelsOf(ringsBounds(rings), pixels)
  const moved = rings.map((ring) => ring.map((length, i) => length - (i % 2 === 0 ? x0 : y0)))
  const { data, width, height } = fillRings(moved, { width: x1 - x0, height: y1 - y0 })
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x] === 1) blend(pixels, [x0 + x, y0 + y], paint)
    }
  }
}

/** The closed outline, so many pixels wide. */
export function strokeRing(pixels: Pixels, ring: Ring, line: Line): void {
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length
    strokeLine(pixels, [at(ring, i), at(ring, i + 1), at(ring, next), at(ring, next + 1)], line)
  }
}

export interface Line {
  readonly colour: Colour
  /** In pixels. */
  readonly stroke: number
}

type Segment = readonly [x0: number, y0: number, x1: number, y1: number]

/** A line with round ends. */
export function strokeLine(pixels: Pixels, segment: Segment, { colour, stroke }: Line): void {
  const [xFrom, yFrom, xTo, yTo] = segment
  const radius = stroke / 2
  const around = {
    x0: Math.min(xFrom, xTo) - radius - 1,
    y0: Math.min(yFrom, yTo) - radius - 1,
    x1: Math.max(xFrom, xTo) + radius + 1,
    y1: Math.max(yFrom, yTo) + radius + 1,
  }
  const { x0, y0, x1, y1 } = pixelsOf(around, pixels)
  const reach = reachAlong(segment, radius + 1)
  for (let y = y0; y < y1; y += 1) {
    const [left, right] = reach(y + 0.5)
    const end = Math.min(x1, Math.ceil(right))
    for (let x = Math.max(x0, Math.floor(left)); x < end; x += 1) {
      const cover = radius + 0.5 - distanceTo(segment, x + 0.5, y + 0.5)
      if (cover > 0) blend(pixels, [x, y], { colour, share: Math.min(1, cover) })
    }
  }
}

/** Where the endless line through a segment, so far to either side, crosses a row: long slanting lines touch few pixels of each. */
function reachAlong([x0, y0, x1, y1]: Segment, radius: number): (y: number) => readonly [number, number] {
  const [across, down] = [x1 - x0, y1 - y0]
  if (Math.abs(down) < 1e-6) return () => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const half = (radius * Math.hypot(across, down)) / Math.abs(down)
  return (y) => {
    const middle = x0 + ((y - y0) * across) / down
    return [middle - half, middle + half]
  }
}

function distanceTo([x0, y0, x1, y1]: Segment, x: number, y: number): number {
  const [across, down] = [x1 - x0, y1 - y0]
  const squared = across * across + down * down
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * across + (y - y0) * down) / squared))
  return Math.hypot(x - x0 - along * across, y - y0 - along * down)
}
