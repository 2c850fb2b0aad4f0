import { z } from 'zod'
import { MAX_TEXT } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { StationMarks } from '#core/annotation/annotations/station-marks'
import {
  boxOfSize,
  type Labelled,
  maskOf,
  pointOf,
  polygonOf,
  polylineOf,
  rectangleOf,
  turnedBox,
} from '../kit/geometry.ts'
import { FileNumber } from '../kit/json.ts'
import { outlinesOfMask, RunLengthMask } from '../kit/masks.ts'
import type { FilePlace } from '../kit/places.ts'
import { rotationIn, saidByPeople, withBeside } from '../kit/said/said.ts'
import { FileScore, scored } from '../kit/score.ts'
import { readKeypoints } from './coco-keypoints.ts'

/** Images and categories are numbered, sometimes by numbers in texts, sometimes by names. */
export const CocoKey = z.union([z.number(), z.string()])
export type CocoKey = z.infer<typeof CocoKey>

export const CocoAnnotation = z.object({
  image_id: CocoKey,
  category_id: CocoKey,
  bbox: z.array(FileNumber).nullish(),
  segmentation: z.unknown().optional(),
  keypoints: z.array(FileNumber).nullish(),
  score: FileScore,
  iscrowd: z.unknown().optional(),
  /** Attributes of the object by name; CVAT writes here too how a box is rotated. */
  attributes: z.unknown().optional(),
  /** Said by other stations of Tessera: kinds that COCO has no word for, and what they keep of a label beside them. */
  tessera: z
    .object({
      kind: z.enum(['rotated-box', 'polyline', 'point', 'mask', 'whole', 'text']).optional().catch(undefined),
      points: z.array(FileNumber).default([]),
      prompt: z.string().max(MAX_TEXT).default(''),
      answer: z.string().min(1).max(MAX_TEXT).optional(),
      marks: StationMarks.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
export type CocoAnnotation = z.infer<typeof CocoAnnotation>

export const CocoCategory = z.object({
  id: CocoKey,
  name: z.string(),
  supercategory: z.string().nullish().catch(undefined),
  keypoints: z.array(z.string()).nullish(),
  skeleton: z.array(z.array(FileNumber)).nullish(),
  attributes: z.unknown().optional(),
})
export type CocoCategory = z.infer<typeof CocoCategory>

const Polygons = z.array(z.array(FileNumber))

interface Described {
  readonly annotation: CocoAnnotation
  readonly category: CocoCategory
  /** `annotation 3`, for sentences. */
  readonly place: FilePlace
}

/** An object of COCO, or a class where images have them: its points where the project has points, else its outline, else its box. */
export function readCocoObject(
  { annotation, category, place }: Described,
  { type, frame }: Pick<AnnotatedImage, 'type' | 'frame'>,
): Result<ReadAnnotation, Refusal> {
  const labelled = { className: category.name, place }
  // Classes without points stand beside classes with them, with empty lists.
  const isPointed = category.keypoints && annotation.keypoints && annotation.keypoints.length > 0
  const hasPoints = isPointed && type === 'keypoint-detection'
  const object = hasPoints
    ? readKeypoints(labelled, annotation, category)
    : (readOwnKind(labelled, annotation, frame) ??
      readClass(labelled, annotation, type) ??
      readObject(labelled, annotation, frame))
  const turned = object.ok ? ok(turnedBox(object.value, rotationIn(annotation.attributes))) : object
  const said = saidByPeople(annotation.attributes)
  const beside = { said, own: annotation.tessera?.marks, isCrowd: isCrowd(annotation) }
  return withBeside(scored(turned, annotation.score), beside)
}

/** Whether it stands for many objects that nobody counted, or for a region to ignore. */
export function isCrowd({ iscrowd }: Pick<CocoAnnotation, 'iscrowd'>): boolean {
  return iscrowd === 1 || iscrowd === true || iscrowd === '1'
}

/** Reads a kind of another station that COCO does not know; undefined where COCO's own fields say it all. */
function readOwnKind(
  labelled: Labelled,
  { tessera, segmentation }: CocoAnnotation,
  frame: Size,
): Result<ReadAnnotation, Refusal> | undefined {
  switch (tessera?.kind) {
    case undefined:
      return undefined
    case 'whole':
    case 'text':
      return readAbout(labelled, tessera)
    case 'polyline':
      return polylineOf(labelled, tessera.points)
    case 'point':
      return pointOf(labelled, tessera.points)
    case 'rotated-box':
      return readRectangle(labelled, segmentation, frame)
    case 'mask':
      return readMask(labelled, segmentation, frame)
  }
}

/** A class of the whole image, or a text about it. */
function readAbout(
  { className, place }: Labelled,
  { kind, prompt, answer }: NonNullable<CocoAnnotation['tessera']>,
): Result<ReadAnnotation, Refusal> {
  if (kind === 'whole') return ok({ className, kind })
  return answer === undefined ? refuse('text-missing', { place }) : ok({ className, kind: 'text', prompt, answer })
}

/** Where images have classes, what is said of no place is said of the whole image. */
function readClass(
  { className }: Labelled,
  { bbox, segmentation, keypoints }: CocoAnnotation,
  type: ProjectType,
): Result<ReadAnnotation, Refusal> | undefined {
  const isOfPlace = [bbox, segmentation, keypoints].some((place) => (Array.isArray(place) ? place.length > 0 : place))
  return isClassification(type) && !isOfPlace ? ok({ className, kind: 'whole' }) : undefined
}

function readRectangle(labelled: Labelled, segmentation: unknown, frame: Size): Result<ReadAnnotation, Refusal> {
  const outlines = readOutlines(segmentation, frame, labelled.place)
  return outlines.ok ? rectangleOf(labelled, outlines.value[0] ?? [], OWN_SLACK) : outlines
}

function readMask(labelled: Labelled, segmentation: unknown, frame: Size): Result<ReadAnnotation, Refusal> | undefined {
  const mask = RunLengthMask.safeParse(segmentation)
  return mask.success ? maskOf(labelled, mask.data, frame) : undefined
}

/** Pixels: the corners were computed from the box. */
const OWN_SLACK = 0.01

function readObject(
  labelled: Labelled,
  { bbox, segmentation }: CocoAnnotation,
  frame: Size,
): Result<ReadAnnotation, Refusal> {
  const outlines = readOutlines(segmentation, frame, labelled.place)
  if (!outlines.ok) return outlines
  if (outlines.value.length > 0) return polygonOf(labelled, outlines.value)
  if (bbox?.length !== 4) return refuse('neither-polygon-nor-box', { place: labelled.place })
  return boxOfSize(labelled, { x: bbox[0] ?? 0, y: bbox[1] ?? 0, width: bbox[2] ?? 0, height: bbox[3] ?? 0 })
}

function readOutlines(segmentation: unknown, frame: Size, place: FilePlace): Result<Rings, Refusal> {
  if (segmentation === undefined || segmentation === null) return ok([])
  if (!Array.isArray(segmentation)) {
    const mask = RunLengthMask.safeParse(segmentation)
    if (mask.success) return outlinesOfMask(mask.data, frame, place)
    return refuse('segmentation-unsupported', { place })
  }
  if (isNumberLists(segmentation)) return ok(segmentation.filter((flat) => flat.length > 0))
  const polygons = Polygons.safeParse(segmentation)
  if (!polygons.success) return refuse('segmentation-not-numbers', { place })
  return ok(polygons.data.filter((flat) => flat.length > 0))
}

/** Nearly all files: a schema would take most of the time that reading a large one takes. */
function isNumberLists(value: readonly unknown[]): value is readonly (readonly number[])[] {
  return value.every((list) => Array.isArray(list) && isNumbers(list))
}

function isNumbers(values: readonly unknown[]): boolean {
  for (let i = 0; i < values.length; i += 1) if (!Number.isFinite(values[i])) return false
  return true
}
