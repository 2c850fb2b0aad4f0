import { z } from 'zod'
import { refuse } from '#common/errors'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { entryFor } from '../kit/entries.ts'
import { defineJsonFormat } from '../kit/json.ts'
import { filePlace } from '../kit/places.ts'
import { type ReadObjects, readEvery, withoutClass } from '../kit/reading.ts'
import { CocoAnnotation, CocoCategory, CocoKey, readCocoObject } from './coco-objects.ts'

const Document = z.object({
  images: z.array(z.object({ id: CocoKey, file_name: z.string().default('') })),
  annotations: z.array(CocoAnnotation),
  categories: z.array(CocoCategory).default([]),
})

/** COCO: boxes as left, top, width, height; outlines as polygons or as run lengths of a mask. */
export const coco = defineJsonFormat({
  id: 'coco',
  sign: z.object({ images: z.array(z.unknown()), annotations: z.array(z.unknown()) }),
  document: Document,
  read: readCoco,
})

/**
 * Objects belong to the annotated by its number, so the stand-in that clients send for a annotated without objects, which is of no
 * annotated, is left out by itself.
 */
function readCoco(
  { images, annotations, categories }: z.infer<typeof Document>,
  annotated: AnnotatedImage,
): ReadObjects {
  const image = entryFor(images, annotated.name, ({ file_name }) => file_name)
  if (!image.ok) return image
  const known = new Map(categories.map((category) => [String(category.id), category]))
  const own = annotations
    .map((annotation, index) => ({ annotation, place: filePlace('annotation', index + 1) }))
    .filter(({ annotation }) => String(annotation.image_id) === String(image.value.id))
  return readEvery(own, ({ annotation, place }) => {
    const category = known.get(String(annotation.category_id))
    if (category?.name.trim() === '') return withoutClass(place)
    if (category) return readCocoObject({ place, annotation, category }, annotated)
    return refuse('category-not-named', { place, category: annotation.category_id })
  })
}
