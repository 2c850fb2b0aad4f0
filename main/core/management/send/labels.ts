import { boxArea, boxSize } from '#common/geometry/box'
import { ringsBounds, signedRingArea } from '#common/geometry/polygon'
import { importedClassName, type ReadAnnotation } from '../../annotations/read-annotation.ts'
import type { ManagedImage } from '../model.ts'
import type { AnnotationFile } from '../ports.ts'

/** Pixels. The wire rounds to millionths, and boxes go over it by their centres. */
const SAME_WITHIN = 1e-3

/** All labels of one picture as COCO, to take the place of what is there; without objects it marks the picture as null. */
export function toCocoFile({ name, width, height, labels, annotation = [] }: ManagedImage): AnnotationFile {
  const categories = labels.map((label, index) => ({ id: index + 1, name: label }))
  const numbers = new Map(categories.map((category) => [category.name, category.id]))
  const annotations = annotation.map((object, index) => ({
    id: index + 1,
    image_id: 1,
    category_id: numbers.get(object.className),
    iscrowd: 0,
    ...toGeometry(object),
  }))
  const document = { images: [{ id: 1, file_name: name, width, height }], categories, annotations }
  return { name: 'annotations.coco.json', text: JSON.stringify(document), labelmap: {}, overwrite: true }
}

function toGeometry(object: ReadAnnotation) {
  const box = object.kind === 'box' ? object.box : ringsBounds(object.rings)
  const { width, height } = boxSize(box)
  const bbox = [box.x0, box.y0, width, height]
  if (object.kind === 'box') return { bbox, area: boxArea(box), segmentation: [] }
  const area = Math.abs(object.rings.reduce((sum, ring) => sum + signedRingArea(ring), 0))
  return { bbox, area, segmentation: object.rings }
}

/** Whether both are the same objects in the same order. */
export function sameLabels(ours: readonly ReadAnnotation[], theirs: readonly ReadAnnotation[]): boolean {
  return ours.length === theirs.length && ours.every((object, index) => sameObject(object, theirs[index]))
}

function sameObject(ours: ReadAnnotation, theirs: ReadAnnotation | undefined): boolean {
  if (ours.kind !== theirs?.kind || importedClassName(ours.className) !== importedClassName(theirs.className))
    return false
  const [a, b] = [linesOf(ours), linesOf(theirs)]
  return a.length === b.length && a.every((line, index) => sameNumbers(line, b[index] ?? []))
}

function linesOf(object: ReadAnnotation): readonly (readonly number[])[] {
  if (object.kind === 'polygon') return object.rings
  const { x0, y0, x1, y1 } = object.box
  return [[x0, y0, x1, y1]]
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => Math.abs(value - (b[index] ?? Infinity)) < SAME_WITHIN)
}
