import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture } from '#core/management/ports'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize, type Labelled, polygonOf } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber } from '../kit/json.ts'
import { outlinesOfMask, RunLengthMask } from '../kit/masks.ts'
import { type ReadObjects, readEach, unreadable } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'
import { readKeypoints } from './coco-keypoints.ts'

const Key = z.union([z.number(), z.string()])

const Annotation = z.object({
  image_id: Key,
  category_id: Key,
  bbox: z.array(FileNumber).nullish(),
  segmentation: z.unknown().optional(),
  keypoints: z.array(FileNumber).nullish(),
  score: FileScore,
})
type Annotation = z.infer<typeof Annotation>

const Category = z.object({
  id: Key,
  name: z.string(),
  keypoints: z.array(z.string()).nullish(),
  skeleton: z.array(z.array(FileNumber)).nullish(),
})

const Document = z.object({
  images: z.array(z.object({ id: Key, file_name: z.string().default('') })),
  annotations: z.array(Annotation),
  categories: z.array(Category).default([]),
})
type Category = z.infer<typeof Category>

const Polygons = z.array(z.array(FileNumber))

/** COCO: boxes as left, top, width, height; outlines as polygons or as run lengths of a mask. */
export const coco = defineJsonFormat({
  id: 'coco',
  sign: z.object({ images: z.array(z.unknown()), annotations: z.array(z.unknown()) }),
  document: Document,
  read: readCoco,
})

/**
 * Objects belong to the picture by its number, so the stand-in that clients send for a picture without objects, which is of no
 * picture, is left out by itself.
 */
function readCoco(
  { images, annotations, categories }: z.infer<typeof Document>,
  picture: AnnotatedPicture,
): ReadObjects {
  const image = entryFor(images, picture.name, ({ file_name }) => file_name)
  if (!image.ok) return image
  const known = new Map(categories.map((category) => [String(category.id), category]))
  const own = annotations
    .map((annotation, index) => ({ annotation, place: `annotation ${index + 1}` }))
    .filter(({ annotation }) => String(annotation.image_id) === String(image.value.id))
  return readEach(own, ({ annotation, place }) => {
    const category = known.get(String(annotation.category_id))
    if (category) return scored(readOne({ place, annotation, category }, picture), annotation.score)
    return unreadable(`${place} has the category ${annotation.category_id}, which the document does not name`)
  })
}

interface Described {
  readonly annotation: Annotation
  readonly category: Category
  readonly place: string
}

function readOne({ annotation, category, place }: Described, { type, frame }: AnnotatedPicture) {
  const labelled = { className: category.name, place }
  const hasPoints = category.keypoints && annotation.keypoints && type === 'keypoint-detection'
  return hasPoints ? readKeypoints(labelled, annotation, category) : readObject(labelled, annotation, frame)
}

function readObject(
  labelled: Labelled,
  { bbox, segmentation }: Annotation,
  frame: Size,
): Result<ReadAnnotation, Refusal> {
  const outlines = readOutlines(segmentation, frame, labelled.place)
  if (!outlines.ok) return outlines
  if (outlines.value.length > 0) return polygonOf(labelled, outlines.value)
  const [x = 0, y = 0, width = 0, height = 0] = bbox ?? []
  if (bbox?.length === 4) return boxOfSize(labelled, { x, y, width, height })
  return unreadable(`${labelled.place} has neither a polygon nor a box of four numbers`)
}

function readOutlines(segmentation: unknown, frame: Size, place: string): Result<Rings, Refusal> {
  if (segmentation === undefined || segmentation === null) return ok([])
  if (!Array.isArray(segmentation)) {
    const mask = RunLengthMask.safeParse(segmentation)
    if (mask.success) return outlinesOfMask(mask.data, frame, place)
    return unreadable(`the segmentation of ${place} is neither polygons nor a mask of counts and size`)
  }
  const polygons = Polygons.safeParse(segmentation)
  if (!polygons.success) return unreadable(`the segmentation of ${place} is not a list of lists of numbers`)
  return ok(polygons.data.filter((flat) => flat.length > 0))
}
