import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { boxAround, className, readEach, readRing, shorten, unreadable } from './reading.ts'

/** How far a share of the picture may lie outside 0…1 and still be taken for rounding. */
const SLACK = 0.01

interface YoloContext {
  readonly labelmap: Readonly<Record<string, string>>
  readonly frame: Size
}

/**
 * Darknet and YOLO text: a line for each object, a class number and shares of the picture's width and height. Five numbers are a
 * box (centre and size), a sixth is its confidence; seven and more are a polygon. No line at all: nothing to label.
 */
export function readYolo(text: string, context: YoloContext): Result<ReadAnnotation[], Refusal> {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: line.trim(), place: `line ${index + 1}` }))
  return readEach(
    lines.filter(({ line }) => line !== ''),
    ({ line, place }) => readLine(line, place, context),
  )
}

function readLine(line: string, place: string, context: YoloContext): Result<ReadAnnotation, Refusal> {
  const [index = '', ...words] = line.split(/\s+/)
  if (!/^\d{1,6}$/.test(index)) return unreadable(`${place} begins with "${shorten(index)}", not with a class number`)
  const shares = words.map(Number)
  const wrong = shares.findIndex((share) => !Number.isFinite(share))
  if (wrong >= 0) return unreadable(`${place} holds "${shorten(words[wrong] ?? '')}", which is not a number`)
  const outside = shares.find((share) => share < -SLACK || share > 1 + SLACK)
  if (outside !== undefined) {
    return unreadable(`${place} holds ${outside}; positions and sizes are shares of the picture, from 0 to 1`)
  }
  const name = className(context.labelmap[String(Number(index))] ?? String(Number(index)))
  const clamped = shares.map((share) => Math.min(1, Math.max(0, share)))
  if (clamped.length === 4 || clamped.length === 5) return ok(toBox(name, clamped, context.frame))
  return toPolygon({ name, place }, clamped, context.frame)
}

function toBox(name: string, [x = 0, y = 0, w = 0, h = 0]: readonly number[], { width, height }: Size): ReadAnnotation {
  const centre = { x: x * width, y: y * height }
  return { className: name, kind: 'box', box: boxAround(centre, { width: w * width, height: h * height }) }
}

function toPolygon(
  { name, place }: { readonly name: string; readonly place: string },
  shares: readonly number[],
  { width, height }: Size,
): Result<ReadAnnotation, Refusal> {
  if (shares.length < 6 || shares.length % 2 !== 0) {
    return unreadable(`${place} has ${shares.length + 1} numbers; a box has 5, a polygon 7, 9, 11 or more`)
  }
  const ring = readRing(
    shares.map((share, index) => share * (index % 2 === 0 ? width : height)),
    place,
  )
  return ring.ok ? ok({ className: name, kind: 'polygon', rings: [ring.value] }) : ring
}
