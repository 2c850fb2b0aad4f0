import { z } from 'zod'
import { entryFor } from '../kit/entries.ts'
import { boxOfCentre } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, listOf } from '../kit/json.ts'
import { readEach } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'

const Coordinates = z.object({ x: FileNumber, y: FileNumber, width: FileNumber, height: FileNumber })
const Annotations = z.array(z.object({ label: z.string(), coordinates: Coordinates, confidence: FileScore }))

/** Both spellings of the list are in use. */
const Entry = z
  .object({
    image: z.string().optional(),
    imagefilename: z.string().optional(),
    annotations: Annotations.optional(),
    annotation: Annotations.optional(),
  })
  .transform(({ image, imagefilename, annotations, annotation }) => ({
    name: image ?? imagefilename ?? '',
    objects: annotations ?? annotation ?? [],
  }))

/** CreateML: a list of pictures, each with boxes around their centre, in pixels. */
export const createMl = defineJsonFormat({
  id: 'createml',
  sign: z.union([
    listOf(z.object({ annotations: z.array(z.unknown()) })),
    listOf(z.object({ annotation: z.array(z.unknown()) })),
    z.tuple([]),
  ]),
  document: z.array(Entry),
  read(document, picture) {
    const entry = entryFor(document, picture.name, ({ name }) => name)
    if (!entry.ok) return entry
    return readEach(entry.value.objects, ({ label, coordinates, confidence }, index) =>
      scored(boxOfCentre({ className: label, place: `annotation ${index + 1}` }, coordinates), confidence),
    )
  },
})
