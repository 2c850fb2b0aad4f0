import { sameMask } from '#common/geometry/masks/mask-tiles'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import { annotationBounds, type PlacedAnnotation, type ReadAnnotation } from './read-annotation.ts'

/** Pixels. The wire rounds to millionths, and boxes go over it by their centers. */
const SAME_WITHIN = 1e-3

/** Whether both say the same of the image, whatever their classes: in one place, or in the same words. */
export function sameForm(ours: ReadAnnotation, theirs: ReadAnnotation): boolean {
  if (ours.kind !== theirs.kind) return false
  if (ours.kind === 'whole' || theirs.kind === 'whole') return true
  if (ours.kind === 'text' || theirs.kind === 'text') return sameText(ours, theirs)
  return samePlace(ours, theirs)
}

function samePlace(ours: PlacedAnnotation, theirs: PlacedAnnotation): boolean {
  if (ours.kind === 'mask' && theirs.kind === 'mask') return sameMask(ours.tiles, theirs.tiles)
  const [a, b] = [linesOf(ours), linesOf(theirs)]
  return a.length === b.length && a.every((line, index) => sameNumbers(line, b[index] ?? []))
}

function sameText(ours: ReadAnnotation, theirs: ReadAnnotation): boolean {
  if (ours.kind !== 'text' || theirs.kind !== 'text') return false
  return ours.prompt === theirs.prompt && ours.answer === theirs.answer
}

/** The numbers of an object's place. */
function linesOf(object: PlacedAnnotation): readonly (readonly number[])[] {
  const { x0, y0, x1, y1 } = annotationBounds(object)
  const corners = [x0, y0, x1, y1]
  switch (object.kind) {
    case 'polygon':
      return object.rings
    case 'polyline':
      return [object.points]
    case 'rotated-box':
      return [rotatedBoxRing(object.box)]
    case 'keypoints':
      return [corners, object.points.flatMap(({ x, y, visibility }) => [x, y, visibility])]
    case 'box':
    case 'point':
    case 'mask':
      return [corners]
  }
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => Math.abs(value - (b[index] ?? Infinity)) < SAME_WITHIN)
}
