import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { boxOfPoints, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber } from '../kit/json.ts'
import { readEach, shorten, unreadable } from '../kit/reading.ts'

const Outline = z.array(z.tuple([FileNumber, FileNumber])).transform((pairs) => pairs.map(([x, y]) => ({ x, y })))

const SuperviselyObject = z.object({
  classTitle: z.string(),
  geometryType: z.string().optional(),
  points: z.object({ exterior: Outline, interior: z.array(Outline).default([]) }).optional(),
})
type SuperviselyObject = z.infer<typeof SuperviselyObject>

/** Supervisely: one file a picture; rectangles by two corners, polygons with holes. */
export const supervisely = defineJsonFormat({
  id: 'supervisely',
  sign: z.object({ objects: z.array(z.unknown()), size: z.unknown() }),
  document: z.object({ objects: z.array(SuperviselyObject) }),
  read: ({ objects }) => readEach(objects, readObject),
})

function readObject(
  { classTitle, geometryType, points }: SuperviselyObject,
  index: number,
): Result<ReadAnnotation, Refusal> {
  const labelled = { className: classTitle, place: `object ${index + 1}` }
  const kind = geometryType ?? (points?.exterior.length === 2 ? 'rectangle' : 'polygon')
  if (kind === 'rectangle' && points) return boxOfPoints(labelled, points.exterior)
  if (kind === 'polygon' && points) return polygonOfPoints(labelled, [points.exterior, ...points.interior])
  return unreadable(`${labelled.place} is a "${shorten(kind)}"; rectangle and polygon are read, so export it as one`)
}
