import { z } from 'zod'
import { type Keypoint, numberedSkeleton, Skeleton, Visibility } from '#common/annotation/skeleton'
import { type Refusal, refuse } from '#common/errors'
import { type Box, boxArea } from '#common/geometry/box'
import { ringsBounds } from '#common/geometry/polygon'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfSize, pointOf, polygonOf, polylineOf, rectangleOf } from '../../labels/kit/geometry.ts'
import { FileNumber, FileRecord } from '../../labels/kit/json.ts'
import { type FilePlace, filePlace } from '../../labels/kit/places.ts'
import { type ReadObjects, readEvery } from '../../labels/kit/reading.ts'
import { FileGroup, groupOf, saidIn, withBeside } from '../../labels/kit/said/said.ts'
import { FileScore, scored } from '../../labels/kit/score.ts'
import type { ShapeFault } from '../../labels/kit/shape-faults.ts'

const Label = z.string('classless' satisfies ShapeFault)

/** Facts of labels beside class and place: the crowds of FiftyOne's COCO reader, and what Tessera writes. */
const BESIDE = {
  confidence: FileScore,
  iscrowd: z.union([z.boolean(), z.number()]).nullish().catch(undefined),
  group: FileGroup,
  properties: z.unknown().optional(),
  /** Drawing order. */
  z_order: z.number().nullish().catch(undefined),
}

const BoundingBox = z.tuple([FileNumber, FileNumber, FileNumber, FileNumber])

const Detection = z.object({
  label: Label,
  bounding_box: BoundingBox,
  mask: z.unknown().optional(),
  mask_path: z.unknown().optional(),
  ...BESIDE,
})
type Detection = z.infer<typeof Detection>

const Polyline = z.object({
  label: Label,
  points: z.array(z.array(z.tuple([FileNumber, FileNumber]))),
  closed: z.boolean().default(true),
  shape: z.string().nullish().catch(undefined),
  ...BESIDE,
})
type Polyline = z.infer<typeof Polyline>

/** A point without a place is no number, which JSON has no word for. */
const Coordinate = z.union([FileNumber, z.unknown().transform(() => undefined)])

const KeypointLabel = z.object({
  label: Label,
  points: z.array(z.tuple([Coordinate, Coordinate])),
  visibility: z.array(Visibility).nullish().catch(undefined),
  bounding_box: BoundingBox.nullish().catch(undefined),
  ...BESIDE,
})
type KeypointLabel = z.infer<typeof KeypointLabel>

const Whole = z.object({ label: Label, properties: z.unknown().optional() })

/** Annotations of an image in a field, by its kind. */
export const Field = z.discriminatedUnion('_cls', [
  z.object({ _cls: z.literal('Detections'), detections: z.array(Detection) }),
  z.object({ _cls: z.literal('Polylines'), polylines: z.array(Polyline) }),
  z.object({ _cls: z.literal('Keypoints'), keypoints: z.array(KeypointLabel) }),
  z.object({ _cls: z.literal('Classifications'), classifications: z.array(Whole) }),
  z.object({ _cls: z.literal('Classification'), label: Label, properties: z.unknown().optional() }),
])

/** Points of classes by their names, and the lines between them. */
export const Skeletons = FileRecord(Skeleton)

interface Reading {
  readonly image: AnnotatedImage
  readonly skeletons: z.infer<typeof Skeletons>
}

/** An object with its place in the drawing order, where the file tells. */
export interface Drawn {
  readonly object: ReadAnnotation
  readonly order: number | undefined
}

export function objectsIn(field: z.infer<typeof Field>, reading: Reading): Result<readonly Drawn[], Refusal> {
  const { image } = reading
  switch (field._cls) {
    case 'Detections':
      return drawn(field.detections, (each, place) => asList(toBox(each, place, image)))
    case 'Polylines':
      return drawn(field.polylines, (each, place) => toOutline(each, place, image))
    case 'Keypoints':
      return drawn(field.keypoints, (each, place) => asList(toPoints(each, place, reading)))
    case 'Classifications':
      return drawn(field.classifications, toWhole)
    case 'Classification':
      return drawn([field], toWhole)
  }
}

type Beside = { readonly [Key in keyof typeof BESIDE]?: z.infer<(typeof BESIDE)[Key]> }

function drawn<Label extends Beside>(
  labels: readonly Label[],
  read: (label: Label, place: FilePlace) => ReadObjects,
): Result<readonly Drawn[], Refusal> {
  const objects = readEvery(labels, (label, index) => {
    const own = read(label, filePlace('object', index + 1))
    const told = own.ok ? readEvery(own.value, (object) => withTold(object, label)) : own
    return told.ok ? ok(told.value.map((object) => ({ object, order: label.z_order ?? undefined }))) : told
  })
  return objects.ok ? ok(objects.value.flat()) : objects
}

function withTold(object: ReadAnnotation, { confidence, iscrowd, group, properties }: Beside) {
  const told = { said: saidIn(properties), group: groupOf(group), isCrowd: iscrowd === true || iscrowd === 1 }
  return withBeside(scored(ok(object), confidence), told)
}

function asList(object: Result<ReadAnnotation, Refusal>): ReadObjects {
  return object.ok ? ok([object.value]) : object
}

function toWhole({ label }: z.infer<typeof Whole>): ReadObjects {
  return ok([{ className: label, kind: 'whole' }])
}

/** The left upper corner and the size, in shares of the sides. A mask says more than its box where areas are wanted. */
function toBox({ label, bounding_box, mask, mask_path }: Detection, place: FilePlace, { frame, type }: AnnotatedImage) {
  if ((mask ?? mask_path) && (type === 'instance-segmentation' || type === 'semantic-segmentation'))
    return refuse('mask-not-box', { place })
  const [x, y, width, height] = bounding_box
  const box = {
    x: x * frame.width,
    y: y * frame.height,
    width: width * frame.width,
    height: height * frame.height,
  }
  return boxOfSize({ className: label, place }, box)
}

/** How far in pixels the corners of a rotated box may be off. */
const SLACK = 0.01

/** Closed ones are outlines of one object, open ones lines of their own. */
function toOutline(
  { label, points, closed, shape }: Polyline,
  place: FilePlace,
  { frame }: AnnotatedImage,
): ReadObjects {
  const labelled = { className: label, place }
  const outlines = points.map((line) => line.flatMap(([x, y]) => [x * frame.width, y * frame.height]))
  if (!closed) return readEvery(outlines, (flat) => polylineOf(labelled, flat))
  const [corners = [], ...others] = outlines
  const isRectangle = shape === 'rotated-box' && corners.length === 8 && others.length === 0
  return asList(isRectangle ? rectangleOf(labelled, corners, SLACK) : polygonOf(labelled, outlines))
}

/** Projects without skeletons have single points. */
function toPoints(
  read: KeypointLabel,
  place: FilePlace,
  { image, skeletons }: Reading,
): Result<ReadAnnotation, Refusal> {
  const { label: className, points: all, visibility, bounding_box } = read
  const { frame, type } = image
  const points = all.map(([x, y], index) => keypointOf([x, y], visibility?.[index] ?? 2, frame))
  if (type !== 'keypoint-detection') {
    return pointOf(
      { className, place },
      points.flatMap(({ x, y, visibility: seen }) => (seen > 0 ? [x, y] : [])),
    )
  }
  const known = Object.hasOwn(skeletons, className) ? skeletons[className] : undefined
  const skeleton = known?.points.length === points.length ? known : numberedSkeleton(points.length)
  const box = bounding_box ? boxOfShares(bounding_box, frame) : boxAbout(points)
  if (box === undefined) return refuse('box-not-drawable', { place })
  return ok({ className, kind: 'keypoints', box, points, skeleton })
}

function keypointOf(
  [x, y]: readonly [number | undefined, number | undefined],
  visibility: Visibility,
  frame: AnnotatedImage['frame'],
): Keypoint {
  if (x === undefined || y === undefined || visibility === 0) return { x: 0, y: 0, visibility: 0 }
  return { x: x * frame.width, y: y * frame.height, visibility }
}

function boxOfShares([x, y, width, height]: z.infer<typeof BoundingBox>, frame: AnnotatedImage['frame']): Box {
  return {
    x0: x * frame.width,
    y0: y * frame.height,
    x1: (x + width) * frame.width,
    y1: (y + height) * frame.height,
  }
}

/** Around the points that have a place. */
function boxAbout(points: readonly Keypoint[]): Box | undefined {
  const seen = points.filter(({ visibility }) => visibility > 0)
  const box = seen.length > 1 ? ringsBounds([seen.flatMap(({ x, y }) => [x, y])]) : undefined
  return box && boxArea(box) > 0 ? box : undefined
}
