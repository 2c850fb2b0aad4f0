import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfSize, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint, readPart } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery, shorten } from '../kit/reading.ts'

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
    const place = filePlace('annotation', index + 1)
    const annotation = readPart(Annotation, value, place)
    return annotation.ok ? readAnnotation(annotation.value, place) : annotation
  })
}

function readAnnotation(annotation: Annotation, place: FilePlace): Result<ReadAnnotation, Refusal> {
  const { label: className, left, top, width, height, vertices } = annotation
  const labelled = { className, place }
  const other = otherShape(annotation, place)
  if (other) return other
  if (vertices && vertices.length > 0) return polygonOfPoints(labelled, [vertices])
  if (left === undefined || top === undefined || width === undefined || height === undefined) {
    return refuse('scale-shape-missing', { place: labelled.place })
  }
  return boxOfSize(labelled, { x: left, y: top, width, height })
}

/** Why an annotation is not read that would become another shape. */
function otherShape({ type, geometry, rotation }: Annotation, place: FilePlace) {
  const kind = type ?? geometry
  if (kind && !READ_TYPES.has(kind)) return refuse('scale-type-unsupported', { place, type: shorten(kind) })
  return rotation ? refuse('scale-box-rotated', { place }) : undefined
}
