import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { maskOfBitmap } from '#common/geometry/mask-forms'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type PackedBitmap, pixelsOfBitmap } from '../kit/bitmap.ts'
import { boxOfPoints, type Labelled, pixelsOf, pointOf, polygonOfPoints, polylineOf } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, readShape } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery, shorten } from '../kit/reading.ts'

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

/** Supervisely: one file an image; rectangles by two corners, polygons with holes, bitmaps. */
export const supervisely = defineJsonFormat({
  id: 'supervisely',
  sign: z.object({ objects: z.array(z.unknown()), size: z.unknown() }),
  document: z.object({ objects: z.array(z.unknown()) }),
  read: ({ objects }, { frame }) => readEvery(superviselyParts(objects, frame), (part) => part),
})

type Points = NonNullable<SuperviselyObject['points']>
type Draw = (labelled: Labelled, points: Points) => Result<ReadAnnotation, Refusal>

const DRAWN: ReadonlyMap<string, Draw> = new Map([
  ['rectangle', (labelled, { exterior }) => boxOfPoints(labelled, exterior)],
  ['polygon', (labelled, { exterior, interior }) => polygonOfPoints(labelled, [exterior, ...interior])],
  ['line', (labelled, { exterior }) => polylineOf(labelled, flat(exterior))],
  ['point', (labelled, { exterior }) => pointOf(labelled, flat(exterior))],
] satisfies (readonly [string, Draw])[])

function flat(points: Points['exterior']): readonly number[] {
  return points.flatMap(({ x, y }) => [x, y])
}

/** The objects of an image of this size, each read or refused by itself. */
export function superviselyParts(objects: readonly unknown[], frame: Size): readonly Result<ReadAnnotation, Refusal>[] {
  return objects.map((value, index) => {
    const place = filePlace('object', index + 1)
    const strange = strangeKind(value)
    if (strange !== undefined) return unsupported(place, strange)
    const read = readShape(SuperviselyObject, value)
    return read.ok ? readObject(read.value, place, frame) : refuse('part-unreadable', { place }, read.error)
  })
}

function readObject(object: SuperviselyObject, place: FilePlace, frame: Size): Result<ReadAnnotation, Refusal> {
  const { points, bitmap } = object
  const labelled = { className: object.classTitle, place }
  const kind = kindOf(object)
  if (kind === 'bitmap' && bitmap) return painted(labelled, bitmap, frame)
  const drawn = points && DRAWN.get(kind)?.(labelled, points)
  if (drawn) return drawn
  return unsupported(place, kind)
}

const Typed = z.object({ geometryType: z.string() })

/** Its kind, where an object is of one that Tessera does not read: it need not have the fields of the others then. */
function strangeKind(value: unknown): string | undefined {
  const typed = Typed.safeParse(value)
  if (!typed.success) return undefined
  const { geometryType } = typed.data
  return geometryType === 'bitmap' || DRAWN.has(geometryType) ? undefined : geometryType
}

function unsupported(place: FilePlace, kind: string) {
  return refuse('supervisely-type-unsupported', { place, kind: shorten(kind) })
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
