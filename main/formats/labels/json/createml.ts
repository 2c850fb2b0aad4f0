import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfCentre } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, listOf } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery, withoutClass } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'

const Coordinates = z.object({ x: FileNumber, y: FileNumber, width: FileNumber, height: FileNumber })
export const CreateMlAnnotation = z.object({ label: z.string(), coordinates: Coordinates, confidence: FileScore })

function entryOf<Annotation extends z.ZodType>(annotation: Annotation) {
  const Annotations = z.array(annotation)
  return z
    .object({
      image: z.string().optional(),
      imagefilename: z.string().optional(),
      annotations: Annotations.optional(),
      annotation: Annotations.optional(),
    })
    .transform(({ image, imagefilename, annotations, annotation: one }) => ({
      name: image ?? imagefilename ?? '',
      objects: annotations ?? one ?? [],
    }))
}

const Said = z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.unknown()).optional())

/** An image; both spellings of the list are in use. A text or a list of texts is the class of the whole image, which may have keys of its own. */
export const CreateMlEntry = z
  .object({
    image: z.string().optional(),
    imagefilename: z.string().optional(),
    annotations: Said,
    annotation: Said,
    labels: Said,
    label: Said,
  })
  .transform(({ image, imagefilename, annotations, annotation, labels, label }) => ({
    name: image ?? imagefilename ?? '',
    objects: annotations ?? annotation ?? labels ?? label,
  }))
const Entry = entryOf(CreateMlAnnotation)

/** CreateML: a list of images, each with boxes around their center, in pixels. */
export const createMl = defineJsonFormat({
  id: 'createml',
  sign: z.union([
    listOf(z.object({ annotations: z.array(z.unknown()) })),
    listOf(z.object({ annotation: z.array(z.unknown()) })),
    z.tuple([]),
  ]),
  document: z.array(Entry),
  read(document, image) {
    const entry = entryFor(document, image.name, ({ name }) => name)
    if (!entry.ok) return entry
    return readEvery(entry.value.objects, (object, index) =>
      readCreateMlObject(object, filePlace('annotation', index + 1)),
    )
  },
})

export function readCreateMlObject(
  { label, coordinates, confidence }: z.infer<typeof CreateMlAnnotation>,
  place: FilePlace,
): Result<ReadAnnotation, Refusal> {
  if (label.trim() === '') return withoutClass(place)
  return scored(boxOfCentre({ className: label, place }, coordinates), confidence)
}
