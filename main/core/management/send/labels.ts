import { numberedSkeleton, type Skeleton } from '#common/annotation/skeleton'
import { boxArea, boxSize } from '#common/geometry/box'
import { signedRingArea } from '#common/geometry/polygon'
import {
  annotationBounds,
  importedClassName,
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
    ...toGeometry(object),
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

/** Where an object lies, as COCO says it. */
export function toGeometry(object: PlacedAnnotation) {
  const box = annotationBounds(object)
  const { width, height } = boxSize(box)
  const bbox = [box.x0, box.y0, width, height]
  if (object.kind === 'polygon') {
    const area = Math.abs(object.rings.reduce((sum, ring) => sum + signedRingArea(ring), 0))
    return { bbox, area, segmentation: object.rings }
  }
  const common = { bbox, area: boxArea(box), segmentation: [] }
  if (object.kind === 'box') return common
  const keypoints = object.points.flatMap(({ x, y, visibility }) => [x, y, visibility])
  const num_keypoints = object.points.filter(({ visibility }) => visibility > 0).length
  return { ...common, keypoints, num_keypoints }
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
  const [a, b] = [linesOf(ours), linesOf(theirs)]
  return a.length === b.length && a.every((line, index) => sameNumbers(line, b[index] ?? []))
}

function sameText(ours: ReadAnnotation, theirs: ReadAnnotation): boolean {
  if (ours.kind !== 'text' || theirs.kind !== 'text') return false
  return ours.prompt === theirs.prompt && ours.answer === theirs.answer
}

function linesOf(object: PlacedAnnotation): readonly (readonly number[])[] {
  if (object.kind === 'polygon') return object.rings
  const { x0, y0, x1, y1 } = object.box
  const corners = [x0, y0, x1, y1]
  if (object.kind === 'box') return [corners]
  return [corners, object.points.flatMap(({ x, y, visibility }) => [x, y, visibility])]
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => Math.abs(value - (b[index] ?? Infinity)) < SAME_WITHIN)
}
