import { shapeIou } from '#common/annotation/overlap'
import { isPlaced, type KeypointsShape, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { boxArea, boxSize } from '#common/geometry/box'

/**
 * How far two labels say the same, 0…1, whatever their classes; the same both ways round. Shared area over all area for what lies
 * in the picture; of keypoints no more than the points agree. Two classes for the whole picture agree, a label of the whole
 * picture never with one of a part.
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
  const iou = shapeIou(a, b)
  return a.kind === 'keypoints' && b.kind === 'keypoints' ? Math.min(iou, pointAgreement(a, b)) : iou
}

/** Everything that a label says but its class: equal for two labels that agree in full. */
export function contentOf(shape: Shape): string {
  if (shape.kind === 'whole') return 'whole'
  if (shape.kind === 'text') return JSON.stringify([shape.kind, shape.prompt, shape.answer])
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  if (shape.kind === 'polygon') return JSON.stringify([shape.kind, shape.rings])
  const points = shape.kind === 'keypoints' ? shape.points.map(({ x, y, visibility }) => [x, y, visibility]) : []
  return JSON.stringify([shape.kind, x0, y0, x1, y1, points])
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
