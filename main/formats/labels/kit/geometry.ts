import { type Refusal, refuse } from '#common/errors'
import { type Box, boxArea } from '#common/geometry/box'
import { maskOfRunLengths } from '#common/geometry/mask-forms'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import { type Ring, ringsBounds, signedRingArea } from '#common/geometry/polygon'
import { asRotatedBox, normalAngle, rotatedBoxOfRing, rotatedBoxRing } from '#common/geometry/rotated-box'
import { boxFittingCorners } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { tooManyPoints } from './limits.ts'
import { type RunLengthMask, readRunLengths } from './masks.ts'
import type { FilePlace } from './places.ts'
import { readEvery } from './reading.ts'

/** An object's class, and its place in the file. */
export interface Labelled {
  readonly className: string
  /** `object 3`, for sentences. */
  readonly place: FilePlace
}

export interface Point {
  readonly x: number
  readonly y: number
}

type ReadObject = Result<ReadAnnotation, Refusal>

/** How far a share of the image may lie outside 0…1 and still be taken for rounding. */
const SLACK = 0.01

/** Points of the polygon that stands for an ellipse: never more than half a percent of the radius off. */
const ELLIPSE_POINTS = 32

/** A box from its first and last corner, in pixels. */
export function boxOfCorners({ className, place }: Labelled, { x0, y0, x1, y1 }: Box): ReadObject {
  if (x1 >= x0 && y1 >= y0) return ok({ className, kind: 'box', box: { x0, y0, x1, y1 } })
  return refuse('corners-reversed', { place })
}

/** A box from its top left corner and its sides, in pixels. */
export function boxOfSize({ className, place }: Labelled, { x, y, width, height }: Point & Size): ReadObject {
  if (width < 0 || height < 0) return refuse('box-size-negative', { place })
  return ok({ className, kind: 'box', box: { x0: x, y0: y, x1: x + width, y1: y + height } })
}

/** A box from its center and its sides, in pixels. */
export function boxOfCentre(labelled: Labelled, { x, y, width, height }: Point & Size): ReadObject {
  return boxOfSize(labelled, { x: x - width / 2, y: y - height / 2, width, height })
}

/** The box around two or more points. */
export function boxOfPoints({ className, place }: Labelled, points: readonly Point[]): ReadObject {
  if (points.length < 2) return refuse('box-needs-two-corners', { place, points: counted(points.length) })
  return ok({ className, kind: 'box', box: ringsBounds([flatten(points)]) })
}

/** An object of one or more outlines under the even-odd rule, each a flat list of x, y pairs. */
export function polygonOf({ className, place }: Labelled, outlines: readonly (readonly number[])[]): ReadObject {
  if (outlines.length === 0) return refuse('polygon-without-points', { place })
  const fault = tooManyPoints(
    place,
    outlines.reduce((sum, { length }) => sum + length / 2, 0),
  )
  if (fault) return fault
  const rings = readEvery(outlines, (flat) => readRing(flat, place))
  return rings.ok ? ok({ className, kind: 'polygon', rings: rings.value }) : rings
}

/** The same from lists of points. */
export function polygonOfPoints(labelled: Labelled, outlines: readonly (readonly Point[])[]): ReadObject {
  return polygonOf(labelled, outlines.map(flatten))
}

/** An open line from a flat list of x, y pairs. */
export function polylineOf({ className, place }: Labelled, flat: readonly number[]): ReadObject {
  if (flat.length % 2 !== 0) return refuse('coordinates-not-pairs', { place, count: flat.length })
  const fault = tooManyPoints(place, flat.length / 2)
  if (fault) return fault
  if (flat.length >= 4) return ok({ className, kind: 'polyline', points: flat })
  return refuse('line-needs-two-points', { place, points: counted(flat.length / 2) })
}

export function pointOf({ className, place }: Labelled, flat: readonly number[]): ReadObject {
  const [x, y] = flat
  if (x !== undefined && y !== undefined && flat.length === 2) return ok({ className, kind: 'point', at: { x, y } })
  return refuse('point-needs-two-coordinates', { place, count: flat.length })
}

/** A box turned clockwise about its center by so many degrees; as it is where it has no extent, or is no box. */
export function turnedBox(object: ReadAnnotation, degrees: number): ReadAnnotation {
  const angle = normalAngle(degrees)
  if (object.kind !== 'box' || angle === 0 || boxArea(object.box) === 0) return object
  return { ...object, kind: 'rotated-box', box: { ...asRotatedBox(object.box), angle } }
}

/**
 * A rectangle of four corners, as files of turned boxes have them: one that stands upright is a box, one that is turned a rotated
 * box, and what is no rectangle within so many pixels a polygon.
 */
export function rectangleOf(labelled: Labelled, corners: readonly number[], slack: number): ReadObject {
  const { className } = labelled
  const box = rotatedBoxOfRing(corners, slack)
  if (box === undefined) return polygonOf(labelled, [corners])
  const isUpright = Math.abs(box.angle) * Math.max(box.width, box.height) * (Math.PI / 180) < slack
  return ok(
    isUpright ? { className, kind: 'box', box: ringsBounds([corners]) } : { className, kind: 'rotated-box', box },
  )
}

/** Four corners that stand for the smallest rectangle around them: the same, and a polygon only where they span no area. */
export function smallestRectangleOf(labelled: Labelled, corners: readonly number[], slack: number): ReadObject {
  const box = rotatedBoxOfRing(corners, slack) ?? boxFittingCorners(clockwise(corners))
  return rectangleOf(labelled, box ? rotatedBoxRing(box) : corners, slack)
}

/** Four corners in that direction on screen, from the same one on. */
function clockwise(corners: readonly number[]): Ring {
  if (signedRingArea(corners) >= 0) return corners
  return [...corners.slice(0, 2), ...[6, 4, 2].flatMap((from) => corners.slice(from, from + 2))]
}

/** The object of a mask by its pixels; COCO's run lengths of the whole image. */
export function maskOf({ className, place }: Labelled, mask: RunLengthMask, frame: Size): ReadObject {
  const runs = readRunLengths(mask, frame, place)
  if (!runs.ok) return runs
  return pixelsOf({ className, place }, maskOfRunLengths(runs.value, frame))
}

export function pixelsOf({ className, place }: Labelled, tiles: MaskTiles): ReadObject {
  return tiles.length > 0 ? ok({ className, kind: 'mask', tiles }) : refuse('mask-empty', { place })
}

/** An ellipse as a polygon; the angle turns it clockwise on screen, in radians. */
export function ellipseOf(
  labelled: Labelled,
  { x, y, rx, ry, angle = 0 }: Point & { readonly rx: number; readonly ry: number; readonly angle?: number },
): ReadObject {
  if (rx < 0 || ry < 0) return refuse('radius-negative', { place: labelled.place })
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const outline = Array.from({ length: ELLIPSE_POINTS }, (_, index) => {
    const turn = (2 * Math.PI * index) / ELLIPSE_POINTS
    const [dx, dy] = [rx * Math.cos(turn), ry * Math.sin(turn)]
    return [x + dx * cos - dy * sin, y + dx * sin + dy * cos]
  })
  return polygonOf(labelled, [outline.flat()])
}

/** Shares of the image's width and height in turn, as pixels; those a little outside are taken for rounding. */
export function toPixels(
  shares: readonly number[],
  { width, height }: Size,
  place: FilePlace,
): Result<number[], Refusal> {
  const outside = shares.find((share) => share < -SLACK || share > 1 + SLACK)
  if (outside !== undefined) {
    return refuse('positions-not-relative', { place, outside })
  }
  return ok(shares.map((share, index) => Math.min(1, Math.max(0, share)) * (index % 2 === 0 ? width : height)))
}

/** A box from its corners as shares of the image. */
export function boxOfShares(labelled: Labelled, corners: Box, frame: Size): ReadObject {
  const pixels = toPixels([corners.x0, corners.y0, corners.x1, corners.y1], frame, labelled.place)
  if (!pixels.ok) return pixels
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = pixels.value
  return boxOfCorners(labelled, { x0, y0, x1, y1 })
}

/** A closed outline from a flat list of x, y pairs; a last point that repeats the first is dropped. */
function readRing(flat: readonly number[], place: FilePlace): Result<Ring, Refusal> {
  if (flat.length % 2 !== 0) return refuse('coordinates-not-pairs', { place, count: flat.length })
  const isClosed = flat.length > 2 && flat[0] === flat.at(-2) && flat[1] === flat.at(-1)
  const ring = isClosed ? flat.slice(0, -2) : flat
  if (ring.length >= 6) return ok(ring)
  return refuse('polygon-needs-three-points', { place, points: counted(ring.length / 2) })
}

function flatten(points: readonly Point[]): number[] {
  return points.flatMap(({ x, y }) => [x, y])
}

function counted(points: number): Message {
  return points === 1 ? message('one-point') : message('several-points', { count: points })
}
