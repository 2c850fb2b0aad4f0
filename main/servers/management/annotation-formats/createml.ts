import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { entryFor, FileNumber, readShape } from './json.ts'
import { boxAround, className, readEach, unreadable } from './reading.ts'

const Document = z.array(
  z.object({
    image: z.string().default(''),
    annotations: z.array(
      z.object({
        label: z.string(),
        coordinates: z.object({ x: FileNumber, y: FileNumber, width: FileNumber, height: FileNumber }),
      }),
    ),
  }),
)

/** CreateML: a list of pictures, each with boxes around their centre, in pixels. */
export function readCreateMl(json: unknown, picture: string): Result<ReadAnnotation[], Refusal> {
  const document = readShape(Document, json)
  if (!document.ok) return document
  const entry = entryFor(document.value, picture, ({ image }) => image)
  if (!entry.ok) return entry
  return readEach(entry.value.annotations, ({ label, coordinates }, index) => {
    if (coordinates.width < 0 || coordinates.height < 0) {
      return unreadable(`annotation ${index + 1} has a box of negative size`)
    }
    return ok<ReadAnnotation>({ className: className(label), kind: 'box', box: boxAround(coordinates, coordinates) })
  })
}
