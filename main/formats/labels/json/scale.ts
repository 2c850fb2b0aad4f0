import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfSize, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint, readPart } from '../kit/json.ts'
import { readEvery, shorten, unreadable } from '../kit/reading.ts'

const Annotation = z.object({
  label: z.string().default(''),
  left: FileNumber.optional(),
  top: FileNumber.optional(),
  width: FileNumber.optional(),
  height: FileNumber.optional(),
  vertices: z.array(FilePoint).nullish(),
  type: z.string().nullish(),
  geometry: z.string().nullish(),
  rotation: z.number().nullish(),
})
type Annotation = z.infer<typeof Annotation>

/** Lines and cuboids have vertices too. */
const READ_TYPES = new Set(['box', 'polygon'])

/** Scale AI: the answer of a task, boxes and polygons in pixels. */
export const scale = defineJsonFormat({
  id: 'scale',
  sign: z.object({ response: z.object({ annotations: z.array(z.unknown()) }) }),
  document: z.object({ response: z.object({ annotations: z.array(z.unknown()) }) }),
  read: ({ response }) => readEvery(scaleParts(response.annotations), (part) => part),
})

/** The annotations of a task, each read or refused by itself. */
export function scaleParts(annotations: readonly unknown[]): readonly Result<ReadAnnotation, Refusal>[] {
  return annotations.map((value, index) => {
    const place = `annotation ${index + 1}`
    const annotation = readPart(Annotation, value, place)
    return annotation.ok ? readAnnotation(annotation.value, place) : annotation
  })
}

function readAnnotation(annotation: Annotation, place: string): Result<ReadAnnotation, Refusal> {
  const { label: className, left, top, width, height, vertices } = annotation
  const labelled = { className, place }
  const other = otherShape(annotation, place)
  if (other !== undefined) return unreadable(other)
  if (vertices && vertices.length > 0) return polygonOfPoints(labelled, [vertices])
  if (left === undefined || top === undefined || width === undefined || height === undefined) {
    return unreadable(`${labelled.place} has neither vertices nor left, top, width and height`)
  }
  return boxOfSize(labelled, { x: left, y: top, width, height })
}

/** Why an annotation is not read that would become another shape. */
function otherShape({ type, geometry, rotation }: Annotation, place: string): string | undefined {
  const kind = type ?? geometry
  if (kind && !READ_TYPES.has(kind)) return `${place} is neither a box nor a polygon; its type is "${shorten(kind)}"`
  return rotation ? `${place} is a rotated box, which is not read from Scale AI` : undefined
}
