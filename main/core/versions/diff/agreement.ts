import { shapeIou } from '#common/annotation/overlap'
import {
  hasArea,
  isPlaced,
  type KeypointsShape,
  type PlacedShape,
  type Shape,
  shapeBounds,
} from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { boxArea, boxSize } from '#common/geometry/box'
import { extentOf } from '#common/geometry/extent'
import type { Line } from '#common/geometry/line'

/**
 * How far two labels say the same, 0…1, whatever their classes; the same both ways round. Shared area over all area for what lies
 * in the image; of keypoints no more than the points agree; of lines and points how near they lie. Two classes for the whole image agree, a label of the whole
 * image never with one of a part.
 */
export function labelAgreement(a: Shape, b: Shape): number {
  if (isPlaced(a) && isPlaced(b)) return placedAgreement(a, b)
  if (a.kind === 'text' && b.kind === 'text') return textAgreement(a, b)
  return a.kind === 'whole' && b.kind === 'whole' ? 1 : 0
}

/** Texts that share neither question nor answer are two texts. */
function textAgreement(a: { prompt: string; answer: string }, b: { prompt: string; answer: string }): number {
  return (Number(a.prompt === b.prompt) + Number(a.answer === b.answer)) / 2
}

function placedAgreement(a: PlacedShape, b: PlacedShape): number {
  // A shape without an area shares none, not even with itself.
  if (contentOf(a) === contentOf(b)) return 1
  if (!hasArea(a) || !hasArea(b)) return a.kind === b.kind ? nearness(a, b) : 0
  const iou = shapeIou(a, b)
  return a.kind === 'keypoints' && b.kind === 'keypoints' ? Math.min(iou, pointAgreement(a, b)) : iou
}

/** Everything that a label says but its class: equal for two labels that agree in full. */
export function contentOf(shape: Shape): string {
  if (shape.kind === 'whole') return 'whole'
  if (shape.kind === 'text') return JSON.stringify([shape.kind, shape.prompt, shape.answer])
  return JSON.stringify([shape.kind, ...placeOf(shape)])
}

function placeOf(shape: PlacedShape): readonly unknown[] {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  switch (shape.kind) {
    case 'polygon':
      return shape.rings
    case 'rotated-box':
      return [shape.box.center.x, shape.box.center.y, shape.box.width, shape.box.height, shape.box.angle]
    case 'polyline':
      return shape.points
    case 'mask':
      return shape.tiles.map(({ column, row, runs }) => [column, row, runs])
    case 'box':
    case 'point':
      return [x0, y0, x1, y1, []]
    case 'keypoints':
      return [x0, y0, x1, y1, shape.points.map(({ x, y, visibility }) => [x, y, visibility])]
  }
}

/** Pixels from which on lines and points have nothing to do with each other: 1 off they lie where they lay, 5 off nearby. */
export const LINE_REACH = 20

/**
 * Most corners of a line whose distances are measured. Of a longer one so many are, evenly along its list and with both ends: two lines of
 * n and m corners take no more than 256 · (n + m) steps, and their agreement differs only where the corners between them lie otherwise.
 */
export const MEASURED_CORNERS = 256

/** 1 less the mean distance of the corners of each from the other, as a share of the reach. */
function nearness(a: PlacedShape, b: PlacedShape): number {
  const [from, to] = [cornersOf(lineOf(a)), cornersOf(lineOf(b))]
  const away = [
    ...measuredOf(from).map((corner) => distanceFrom(to, corner)),
    ...measuredOf(to).map((corner) => distanceFrom(from, corner)),
  ]
  return Math.max(0, 1 - away.reduce((sum, each) => sum + each, 0) / away.length / LINE_REACH)
}

function lineOf(shape: PlacedShape): Line {
  if (shape.kind === 'polyline') return shape.points
  const { x0, y0 } = shapeBounds(shape)
  return [x0, y0, x0, y0]
}

function cornersOf(line: Line): readonly Place[] {
  return Array.from({ length: line.length / 2 }, (_, i) => ({ x: line[2 * i] ?? 0, y: line[2 * i + 1] ?? 0 }))
}

function measuredOf(corners: readonly Place[]): readonly Place[] {
  if (corners.length <= MEASURED_CORNERS) return corners
  const step = (corners.length - 1) / (MEASURED_CORNERS - 1)
  return Array.from({ length: MEASURED_CORNERS }, (_, i) => corners[Math.round(i * step)] ?? { x: 0, y: 0 })
}

function distanceFrom(corners: readonly Place[], place: Place): number {
  return extentOf(corners.slice(1).map((end, i) => segmentDistance(corners[i] ?? end, end, place))).least
}

interface Place {
  readonly x: number
  readonly y: number
}

function segmentDistance(from: Place, to: Place, { x, y }: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / squared))
  return Math.hypot(from.x + along * dx - x, from.y + along * dy - y)
}

/** A point that moved by a tenth of the object's size agrees by e^-0.5: about what COCO allows a hip or an ankle. */
const TOLERANCE = 0.1

/**
 * Object keypoint similarity as COCO defines it, with one tolerance for all points and the mean area of both boxes; over the
 * points that have a place in either. A point that is hidden in one only counts half, one that is missing in one not at all.
 */
function pointAgreement(a: KeypointsShape, b: KeypointsShape): number {
  const area = (areaOf(a) + areaOf(b)) / 2
  const places = Array.from({ length: Math.max(a.points.length, b.points.length) }, (_, place) => place)
  const marked = places.filter((place) => hasPlace(a.points[place]) || hasPlace(b.points[place]))
  if (marked.length === 0) return 1
  const agreed = marked.map((place) => onePoint(a.points[place], b.points[place], area))
  return agreed.reduce((sum, each) => sum + each, 0) / marked.length
}

function onePoint(p: Keypoint | undefined, q: Keypoint | undefined, area: number): number {
  if (!hasPlace(p) || !hasPlace(q)) return 0
  const squared = (p.x - q.x) ** 2 + (p.y - q.y) ** 2
  const near = squared === 0 ? 1 : Math.exp(-squared / (2 * area * TOLERANCE ** 2))
  return p.visibility === q.visibility ? near : near / 2
}

function hasPlace(point: Keypoint | undefined): point is Keypoint {
  return point !== undefined && point.visibility > 0
}

/** In square pixels; of a box without an area that of a pixel, so that nothing is divided by zero. */
function areaOf({ box }: KeypointsShape): number {
  const { width, height } = boxSize(box)
  return Math.max(1, boxArea(box), (width ** 2 + height ** 2) / 4)
}
