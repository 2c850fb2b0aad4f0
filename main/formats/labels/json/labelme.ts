import { z } from 'zod'
import type { NamedValues } from '#common/annotation/named/values'
import type { Keypoint } from '#common/annotation/skeleton'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import {
  boxOfPoints,
  ellipseOf,
  type Labelled,
  pointOf,
  polygonOfPoints,
  polylineOf,
  rectangleOf,
} from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FileRecord } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery, shorten } from '../kit/reading.ts'
import { FileGroup, saidIn, withBeside } from '../kit/said/said.ts'
import { FileScore, scored } from '../kit/score.ts'
import { readLabelMeMask } from './labelme-mask.ts'

export const LabelMeShape = z.object({
  label: z.string(),
  points: z.array(z.tuple([FileNumber, FileNumber])).transform((pairs) => pairs.map(([x, y]) => ({ x, y }))),
  shape_type: z.string().nullish(),
  group_id: FileGroup,
  /** Tells the parts of an object from the other objects of its group. */
  object_id: FileGroup,
  flags: FileRecord(z.unknown()).nullish().catch(undefined),
  /** Tessera marks the polygon of a rotated box with it. */
  rotated: z.literal(true).optional().catch(undefined),
  attributes: z.unknown().optional(),
  description: z.string().nullish().catch(undefined),
  difficult: z.unknown().optional(),
  score: FileScore,
  /** Base64 of a PNG, where the shape is a mask. */
  mask: z.string().nullish().catch(undefined),
})
export type LabelMeShape = z.infer<typeof LabelMeShape>

/** A shape by itself: an object or a part of one, or a point of the box that has its group. */
export type LabelMePart = { readonly shape: LabelMeShape } & (
  | { readonly object: ReadAnnotation }
  | { readonly point: Keypoint }
)

/** LabelMe: one file an image. Polygons that share a group are parts of one object, and so are a rectangle and points. */
export const labelMe = defineJsonFormat({
  id: 'labelme',
  sign: z.object({ shapes: z.array(z.unknown()) }),
  document: z.object({ shapes: z.array(LabelMeShape) }),
  read({ shapes }, { frame }) {
    const boxes = boxGroups(shapes)
    const parts = readEvery(shapes, (shape, index) => {
      const place = filePlace('shape', index + 1)
      const mask = maskIn(shape)
      if (mask === undefined) return readLabelMeShape(shape, place, boxes)
      const read = readLabelMeMask({ className: shape.label, place, points: shape.points, mask }, frame)
      return toPart(shape, scored(read, shape.score))
    })
    return parts.ok ? ok(joinLabelMeParts(parts.value)) : parts
  },
})

/** The mask of a shape that is one. */
export function maskIn({ shape_type, mask }: LabelMeShape): string | undefined {
  return shape_type === 'mask' ? (mask ?? undefined) : undefined
}

/** The key that shapes of one object share: a number of the object where the file has such, else that of a group. */
function objectKey({ object_id, group_id }: LabelMeShape): string | undefined {
  if (object_id !== undefined && object_id !== null) return `object ${object_id}`
  return group_id === undefined || group_id === null ? undefined : `group ${group_id}`
}

/** The objects that have a rectangle, to which points belong. */
export function boxGroups(shapes: readonly LabelMeShape[]): ReadonlySet<unknown> {
  return new Set(shapes.flatMap((shape) => (shape.shape_type === 'rectangle' ? (objectKey(shape) ?? []) : [])))
}

export function readLabelMeShape(
  shape: LabelMeShape,
  place: FilePlace,
  boxes: ReadonlySet<unknown>,
): Result<LabelMePart, Refusal> {
  const [centre] = shape.points
  if (shape.shape_type === 'point' && centre && boxes.has(objectKey(shape))) {
    return ok({ shape, point: { ...centre, visibility: shape.flags?.['hidden'] === true ? 1 : 2 } })
  }
  return toPart(shape, scored(readObject(shape, place), shape.score))
}

/** The object of a shape with what the shape says of it. */
export function toPart(shape: LabelMeShape, read: Result<ReadAnnotation, Refusal>): Result<LabelMePart, Refusal> {
  const { group_id } = shape
  const group = group_id === undefined || group_id === null ? undefined : String(group_id)
  const object = withBeside(read, { said: saidOf(shape), group })
  return object.ok ? ok({ shape, object: object.value }) : object
}

/** LabelMe has flags and a description, programs after it other attributes. */
function saidOf({ flags, attributes, description, difficult }: LabelMeShape): NamedValues | undefined {
  const yesOrNo = Object.entries(flags ?? {}).filter(([, value]) => typeof value === 'boolean')
  return saidIn({
    ...Object.fromEntries(yesOrNo),
    ...(difficult === true && { difficult }),
    ...(description && { description }),
    ...saidIn(attributes),
  })
}

const POLYGONS = new Set(['polygon', 'quadrilateral'])
const LINES = new Set(['line', 'linestrip'])
/** Rectangles by four corners, as LabelMe and programs that write its files call them. */
const TURNED = new Set(['rotation', 'oriented_rectangle'])
/** Pixels by which a corner may lie beside that of a rectangle. */
const SLACK = 1

function readObject(
  { label, points, shape_type, rotated }: LabelMeShape,
  place: FilePlace,
): Result<ReadAnnotation, Refusal> {
  const labelled: Labelled = { className: label, place }
  const kind = shape_type ?? 'polygon'
  const flat = points.flatMap(({ x, y }) => [x, y])
  if (isTurned(kind, rotated)) return rectangleOf(labelled, flat, SLACK)
  if (POLYGONS.has(kind)) return polygonOfPoints(labelled, [points])
  if (kind === 'rectangle') return boxOfPoints(labelled, points)
  if (LINES.has(kind)) return polylineOf(labelled, flat)
  if (kind === 'point') return pointOf(labelled, flat)
  if (kind === 'circle') return readCircle(labelled, points)
  if (kind === 'mask') return refuse('mask-empty', { place })
  return refuse('labelme-kind-unsupported', { place, kind: shorten(kind) })
}

function isTurned(kind: string, rotated: boolean | undefined): boolean {
  return TURNED.has(kind) || (rotated === true && kind === 'polygon')
}

/** By its center and a point of its border. */
function readCircle(labelled: Labelled, points: LabelMeShape['points']): Result<ReadAnnotation, Refusal> {
  const [centre, edge] = points
  if (!centre || !edge) return refuse('circle-needs-two-points', { place: labelled.place, count: points.length })
  const radius = Math.hypot(edge.x - centre.x, edge.y - centre.y)
  return ellipseOf(labelled, { ...centre, rx: radius, ry: radius })
}

/** The points that each class has, as far as one knows. */
export type PointNames = ReadonlyMap<string, readonly string[]>

/** The objects of an image, each where its first part stands. A point that a class has and an object has not has no place there. */
export function joinLabelMeParts(parts: readonly LabelMePart[], names = pointNamesOf(parts)): ReadAnnotation[] {
  const groups = Map.groupBy(parts.keys(), (index) => groupOf(parts[index]) ?? index)
  return [...groups.values()].flatMap((members) =>
    joined(
      members.flatMap((index) => parts[index] ?? []),
      names,
    ),
  )
}

/** The names of the points of each class, in the order in which they come. */
export function pointNamesOf(parts: readonly LabelMePart[], known: PointNames = new Map()): PointNames {
  const names = new Map(known)
  const classes = new Map(parts.flatMap((part) => (isBox(part) ? [[objectKey(part.shape), part.shape.label]] : [])))
  for (const part of parts) {
    if ('object' in part) continue
    const className = classes.get(objectKey(part.shape)) ?? ''
    names.set(className, [...new Set([...(names.get(className) ?? []), part.shape.label])])
  }
  return names
}

/** The key of one object's parts: outlines of one class and group, or a box and the points of its group. */
function groupOf(part: LabelMePart | undefined): string | undefined {
  const group = part && objectKey(part.shape)
  if (part === undefined || group === undefined) return undefined
  if ('point' in part || isBox(part)) return `points ${group}`
  return part.object.kind === 'polygon' ? `${group} ${part.shape.label}` : undefined
}

function isBox(part: LabelMePart): boolean {
  return 'object' in part && part.object.kind === 'box' && objectKey(part.shape) !== undefined
}

function joined(parts: readonly LabelMePart[], names: PointNames): readonly ReadAnnotation[] {
  const objects = parts.flatMap((part) => ('object' in part ? [part.object] : []))
  const points = new Map(parts.flatMap((part) => ('point' in part ? [[part.shape.label, part.point]] : [])))
  const [first] = objects
  if (first?.kind === 'polygon') {
    return [{ ...first, rings: objects.flatMap((part) => (part.kind === 'polygon' ? part.rings : [])) }]
  }
  if (first?.kind !== 'box' || points.size === 0) return objects
  const skeleton = { points: names.get(first.className) ?? [...points.keys()], edges: [] }
  const placed = skeleton.points.map((name) => points.get(name) ?? UNPLACED)
  return [{ ...first, kind: 'keypoints', points: placed, skeleton }, ...objects.slice(1)]
}

const UNPLACED: Keypoint = { x: 0, y: 0, visibility: 0 }
