import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { maskOfBitmap } from '#common/geometry/mask-forms'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { type PackedBitmap, pixelsOfBitmap } from '../kit/bitmap.ts'
import { boxOfPoints, type Labelled, pixelsOf, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber } from '../kit/json.ts'
import { readEach, shorten, unreadable } from '../kit/reading.ts'

const Outline = z.array(z.tuple([FileNumber, FileNumber])).transform((pairs) => pairs.map(([x, y]) => ({ x, y })))

const Whole = FileNumber.pipe(z.int())
const Bitmap = z.object({ data: z.string(), origin: z.tuple([Whole, Whole]) })

const SuperviselyObject = z.object({
  classTitle: z.string(),
  geometryType: z.string().optional(),
  points: z.object({ exterior: Outline, interior: z.array(Outline).default([]) }).nullish(),
  bitmap: Bitmap.nullish(),
})
type SuperviselyObject = z.infer<typeof SuperviselyObject>

/** Supervisely: one file a picture; rectangles by two corners, polygons with holes, bitmaps. */
export const supervisely = defineJsonFormat({
  id: 'supervisely',
  sign: z.object({ objects: z.array(z.unknown()), size: z.unknown() }),
  document: z.object({ objects: z.array(SuperviselyObject) }),
  read: ({ objects }, { frame }) => readEach(objects, (object, index) => readObject(object, index, frame)),
})

function readObject(object: SuperviselyObject, index: number, frame: Size): Result<ReadAnnotation, Refusal> {
  const { points, bitmap } = object
  const labelled = { className: object.classTitle, place: `object ${index + 1}` }
  const kind = kindOf(object)
  if (kind === 'bitmap' && bitmap) return painted(labelled, bitmap, frame)
  if (kind === 'rectangle' && points) return boxOfPoints(labelled, points.exterior)
  if (kind === 'polygon' && points) return polygonOfPoints(labelled, [points.exterior, ...points.interior])
  return unreadable(
    `${labelled.place} is a "${shorten(kind)}"; rectangle, polygon and bitmap are read, so export it as one`,
  )
}

function kindOf({ geometryType, points, bitmap }: SuperviselyObject): string {
  if (geometryType !== undefined) return geometryType
  if (bitmap) return 'bitmap'
  return points?.exterior.length === 2 ? 'rectangle' : 'polygon'
}

function painted(labelled: Labelled, bitmap: PackedBitmap, frame: Size): Result<ReadAnnotation, Refusal> {
  const pixels = pixelsOfBitmap(bitmap, frame, labelled.place)
  const [left, top] = bitmap.origin
  return pixels.ok ? pixelsOf(labelled, maskOfBitmap(pixels.value, { left, top }, frame)) : pixels
}
