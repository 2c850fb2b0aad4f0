import { shapeArea } from '#common/annotation/shape'
import { numberedSkeleton, type Skeleton } from '#common/annotation/skeleton'
import { boxSize } from '#common/geometry/box'
import { runLengthsOfMask } from '#common/geometry/mask-forms'
import { type MaskTiles, sameMask } from '#common/geometry/mask-tiles'
import { runLengthsToText } from '#common/geometry/rle'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import type { Size } from '#common/geometry/space'
import {
  annotationBounds,
  importedClassName,
  type KeypointsAnnotation,
  type PlacedAnnotation,
  type ReadAnnotation,
} from '../../annotations/read-annotation.ts'
import type { ManagedImage } from '../model.ts'
import type { AnnotationFile } from '../ports.ts'

/** Pixels. The wire rounds to millionths, and boxes go over it by their centres. */
const SAME_WITHIN = 1e-3

/** All labels of one picture, to take the place of what is there; without any it marks the picture as null. */
export function toAnnotationFile(image: ManagedImage): AnnotationFile {
  const { annotation = [] } = image
  const [names, lines]: [string[], string[]] = [[], []]
  for (const object of annotation) {
    if (object.kind === 'whole') names.push(object.className)
    if (object.kind === 'text') {
      lines.push(JSON.stringify({ image: image.name, prefix: object.prompt, suffix: object.answer }))
    }
  }
  const common = { labelmap: {}, overwrite: true }
  if (names.length > 0) return { name: JSON.stringify(names), text: JSON.stringify(names), ...common }
  if (lines.length > 0) return { name: 'annotation.jsonl', text: lines.join('\n'), ...common }
  return { name: 'annotations.coco.json', text: JSON.stringify(toCoco(image)), ...common }
}

function toCoco({ name, width, height, labels, annotation = [] }: ManagedImage) {
  const placed = annotation.filter((object) => object.kind !== 'whole' && object.kind !== 'text')
  const categories = labels.map((label, index) => ({ id: index + 1, name: label, ...toSkeleton(label, placed) }))
  const numbers = new Map(categories.map((category) => [category.name, category.id]))
  const annotations = placed.map((object, index) => ({
    id: index + 1,
    image_id: 1,
    category_id: numbers.get(object.className),
    iscrowd: 0,
    ...toGeometry(object, { width, height }),
    ...(object.said && { attributes: object.said }),
  }))
  return { images: [{ id: 1, file_name: name, width, height }], categories, annotations }
}

/** Points that nobody named are numbered: a class without any would make boxes of its objects. */
function toSkeleton(className: string, objects: readonly PlacedAnnotation[]) {
  const like = objects.find((object) => object.kind === 'keypoints' && object.className === className)
  return like?.kind === 'keypoints' ? toPoints(like.skeleton ?? numberedSkeleton(like.points.length)) : {}
}

/** The points of a class as COCO names them; lines count them from 1. */
export function toPoints({ points, edges }: Skeleton) {
  return { keypoints: points, skeleton: edges.map(([from, to]) => [from + 1, to + 1]) }
}

/**
 * Where an object lies, as COCO says it. What COCO has no word for is said twice: as near as it can be for every reader, and under
 * `tessera` for those that know these kinds.
 */
export function toGeometry(object: PlacedAnnotation, frame: Size) {
  const box = annotationBounds(object)
  const { width, height } = boxSize(box)
  const common = { bbox: [box.x0, box.y0, width, height], area: shapeArea(object) }
  switch (object.kind) {
    case 'box':
      return { ...common, segmentation: [] }
    case 'polygon':
      return { ...common, segmentation: object.rings }
    case 'rotated-box':
      return { ...common, segmentation: [rotatedBoxRing(object.box)], tessera: { kind: object.kind } }
    case 'polyline':
      return { ...common, segmentation: [], tessera: { kind: object.kind, points: object.points } }
    case 'point':
      return { ...common, segmentation: [], tessera: { kind: object.kind, points: [object.at.x, object.at.y] } }
    case 'mask':
      return { ...common, segmentation: toRunLengths(object.tiles, frame), tessera: { kind: object.kind } }
    case 'keypoints':
      return { ...common, segmentation: [], ...toPlaces(object) }
  }
}

/** A mask as COCO's compressed run lengths. */
export function toRunLengths(tiles: MaskTiles, frame: Size) {
  return { size: [frame.height, frame.width], counts: runLengthsToText(runLengthsOfMask(tiles, frame)) }
}

function toPlaces({ points }: KeypointsAnnotation) {
  return {
    keypoints: points.flatMap(({ x, y, visibility }) => [x, y, visibility]),
    num_keypoints: points.filter(({ visibility }) => visibility > 0).length,
  }
}

/** Whether both are the same objects in the same order. */
export function sameLabels(ours: readonly ReadAnnotation[], theirs: readonly ReadAnnotation[]): boolean {
  return ours.length === theirs.length && ours.every((object, index) => sameObject(object, theirs[index]))
}

function sameObject(ours: ReadAnnotation, theirs: ReadAnnotation | undefined): boolean {
  if (ours.kind !== theirs?.kind || importedClassName(ours.className) !== importedClassName(theirs.className))
    return false
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
