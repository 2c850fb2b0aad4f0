import { marksOf } from '#common/annotation/marks'
import { shapeArea } from '#common/annotation/shape'
import { numberedSkeleton, type Skeleton } from '#common/annotation/skeleton'
import { boxSize } from '#common/geometry/box'
import { runLengthsOfMask } from '#common/geometry/mask-forms'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import { runLengthsToText } from '#common/geometry/rle'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import type { Size } from '#common/geometry/space'
import type { AnnotationFile } from '../../annotation/annotations/annotation-file.ts'
import {
  annotationBounds,
  importedClassName,
  type KeypointsAnnotation,
  type PlacedAnnotation,
  type ReadAnnotation,
} from '../../annotation/annotations/read-annotation.ts'
import { sameForm } from '../../annotation/annotations/same-annotation.ts'
import type { ManagedImage } from '../model.ts'

/**
 * All labels of one image, to take the place of what is there; without any it marks the image as null. Where marks are kept one
 * kind of file says all of them; others say what the usual files say.
 */
export function toAnnotationFile(image: ManagedImage): AnnotationFile {
  const { annotation = [], keepsMarks } = image
  const common = { labelmap: new Map<string, string>(), overwrite: true }
  const coco = { name: 'annotations.coco.json', ...common }
  if (keepsMarks) return { ...coco, text: JSON.stringify(toCoco(image, annotation)) }
  const [names, lines]: [string[], string[]] = [[], []]
  for (const object of annotation) {
    if (object.kind === 'whole') names.push(object.className)
    if (object.kind === 'text') {
      lines.push(JSON.stringify({ image: image.name, prefix: object.prompt, suffix: object.answer }))
    }
  }
  if (names.length > 0) return { name: JSON.stringify(names), text: JSON.stringify(names), ...common }
  if (lines.length > 0) return { name: 'annotation.jsonl', text: lines.join('\n'), ...common }
  return { ...coco, text: JSON.stringify(toCoco(image, annotation)) }
}

function toCoco({ name, width, height, labels, keepsMarks }: ManagedImage, objects: readonly ReadAnnotation[]) {
  const categories = labels.map((label, index) => ({ id: index + 1, name: label, ...toSkeleton(label, objects) }))
  const numbers = new Map(categories.map((category) => [category.name, category.id]))
  const annotations = objects.map((object, index) => {
    const { tessera, ...content } = toContent(object, { width, height })
    const own = { ...tessera, ...(keepsMarks && object.own && { marks: object.own }) }
    return {
      id: index + 1,
      image_id: 1,
      category_id: numbers.get(object.className),
      iscrowd: 0,
      ...content,
      ...(Object.keys(own).length > 0 && { tessera: own }),
      ...(object.said && { attributes: object.said }),
    }
  })
  return { images: [{ id: 1, file_name: name, width, height }], categories, annotations }
}

/** Of a label about the whole image COCO says nothing but its category. */
function toContent(
  object: ReadAnnotation,
  frame: Size,
): { readonly tessera?: object; readonly bbox?: readonly number[] } {
  if (object.kind === 'whole') return { tessera: { kind: 'whole' } }
  if (object.kind !== 'text') return toGeometry(object, frame)
  return { tessera: { kind: 'text', prompt: object.prompt, answer: object.answer } }
}

/** Points that nobody named are numbered: a class without any would make boxes of its objects. */
function toSkeleton(className: string, objects: readonly ReadAnnotation[]) {
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

/** Whether both are the same objects in the same order, saying the same where the other one tells it. */
export function sameLabels(ours: readonly ReadAnnotation[], theirs: readonly ReadAnnotation[]): boolean {
  return ours.length === theirs.length && ours.every((object, index) => sameObject(object, theirs[index]))
}

function sameObject(ours: ReadAnnotation, theirs: ReadAnnotation | undefined): boolean {
  if (theirs === undefined || importedClassName(ours.className) !== importedClassName(theirs.className)) return false
  return sameForm(ours, theirs) && (theirs.own === undefined || saysSame(ours, theirs))
}

/** Attributes by their names: each station has identifiers of its own. */
function saysSame(ours: ReadAnnotation, theirs: ReadAnnotation): boolean {
  return wordsOf(ours) === wordsOf(theirs)
}

function wordsOf({ said = {}, own }: ReadAnnotation): string {
  const { attributes: _, ...marks } = marksOf(own ?? {})
  return JSON.stringify([Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1)), marks])
}
