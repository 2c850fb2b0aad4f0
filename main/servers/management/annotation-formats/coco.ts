import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Rings } from '#common/geometry/polygon'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { entryFor, FileNumber, readShape } from './json.ts'
import { className, readEach, readRing, unreadable } from './reading.ts'

const Key = z.union([z.number(), z.string()])

const Annotation = z.object({
  image_id: Key,
  category_id: Key,
  bbox: z.array(FileNumber).nullish(),
  segmentation: z.unknown().optional(),
})
type Annotation = z.infer<typeof Annotation>

const Document = z.object({
  images: z.array(z.object({ id: Key, file_name: z.string().default('') })),
  annotations: z.array(Annotation),
  categories: z.array(z.object({ id: Key, name: z.string() })).default([]),
})

const Polygons = z.array(z.array(FileNumber))

/** Whether a JSON document has the two lists that make it COCO. */
export function isCoco(document: unknown): boolean {
  return z.looseObject({ images: z.array(z.unknown()), annotations: z.array(z.unknown()) }).safeParse(document).success
}

/**
 * COCO: boxes as left, top, width, height, and polygons. Objects belong to the picture by its number, so the stand-in that
 * clients send for a picture without objects, which is of no picture, is left out by itself.
 */
export function readCoco(json: unknown, picture: string): Result<ReadAnnotation[], Refusal> {
  const document = readShape(Document, json)
  if (!document.ok) return document
  const { images, annotations, categories } = document.value
  const image = entryFor(images, picture, ({ file_name }) => file_name)
  if (!image.ok) return image
  const names = new Map(categories.map(({ id, name }) => [String(id), name]))
  const own = annotations
    .map((annotation, index) => ({ annotation, place: `annotation ${index + 1}` }))
    .filter(({ annotation }) => String(annotation.image_id) === String(image.value.id))
  return readEach(own, ({ annotation, place }) => {
    const name = names.get(String(annotation.category_id))
    if (name !== undefined) return readObject(className(name), annotation, place)
    return unreadable(`${place} has the category ${annotation.category_id}, which the document does not name`)
  })
}

function readObject(name: string, { bbox, segmentation }: Annotation, place: string): Result<ReadAnnotation, Refusal> {
  const rings = readPolygons(segmentation, place)
  if (!rings.ok) return rings
  if (rings.value.length > 0) return ok({ className: name, kind: 'polygon', rings: rings.value })
  return readBox(name, bbox ?? [], place)
}

function readBox(name: string, bbox: readonly number[], place: string): Result<ReadAnnotation, Refusal> {
  const [x = 0, y = 0, width = 0, height = 0] = bbox
  if (bbox.length !== 4) return unreadable(`${place} has neither a polygon nor a box of four numbers`)
  if (width < 0 || height < 0) return unreadable(`${place} has a box of negative size`)
  return ok({ className: name, kind: 'box', box: { x0: x, y0: y, x1: x + width, y1: y + height } })
}

function readPolygons(segmentation: unknown, place: string): Result<Rings, Refusal> {
  if (segmentation === undefined || segmentation === null) return ok([])
  const polygons = Polygons.safeParse(segmentation)
  if (!polygons.success) {
    const kind = Array.isArray(segmentation) ? 'is not a list of lists of numbers' : 'is a mask; send it as polygons'
    return unreadable(`the segmentation of ${place} ${kind}`)
  }
  const filled = polygons.data.filter((flat) => flat.length > 0)
  return readEach(filled, (flat) => readRing(flat, place))
}
