import { z } from 'zod'
import { AttributeValue } from '#common/annotation/marks'
import type { NamedValues } from '#common/annotation/named/values'
import { type PlacedForm, TEXT_CLASS } from '#common/annotation/shape'
import { Keypoint, Skeleton } from '#common/annotation/skeleton'
import { maskOfRunLengths } from '#common/geometry/mask-forms'
import { at } from '#common/geometry/polygon'
import { runLengthsFromText } from '#common/geometry/rle'
import { rotatedBoxOfRing } from '#common/geometry/rotated-box'
import type { PlacedAnnotation, ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { StationMarks } from '#core/annotation/annotations/station-marks'

const Point = z.tuple([z.number(), z.number()])
const Points = z.array(Point).transform((points) => points.flat())

/** Fields that stations send besides the place. Nothing is expected of other servers, and unreadable values are dropped. */
const said = {
  attributes: z.record(z.string(), AttributeValue).optional().catch(undefined),
  marks: StationMarks.optional().catch(undefined),
}

interface Said {
  readonly attributes?: NamedValues | undefined
  readonly marks?: StationMarks | undefined
}

function toSaid({ attributes, marks: own }: Said): Pick<ReadAnnotation, 'said' | 'own'> {
  return { ...(attributes && { said: attributes }), ...(own && { own }) }
}

interface Told {
  readonly type?: string | undefined
  readonly points?: readonly number[] | undefined
  readonly mask?: { readonly size: readonly [number, number]; readonly counts: string } | undefined
}

/** Pixels by which told corners of a rotated box may differ from those of a rectangle: the wire rounds to millionths. */
const CORNER_SLACK = 1e-3

/** Shapes that only stations of Tessera send. */
function toOwnKind({ type, points = [], mask }: Told): PlacedForm | undefined {
  switch (type) {
    case 'rotated-box':
      return toRotatedBox(points)
    case 'polyline':
      return points.length >= 4 ? { kind: 'polyline', points } : undefined
    case 'point':
      return points.length === 2 ? { kind: 'point', at: { x: at(points, 0), y: at(points, 1) } } : undefined
    case 'mask':
      return mask && toMask(mask)
    case undefined:
    default:
      return undefined
  }
}

function toRotatedBox(points: readonly number[]): PlacedForm | undefined {
  const box = rotatedBoxOfRing(points, CORNER_SLACK)
  return box && { kind: 'rotated-box', box }
}

function toMask({ size: [height, width], counts }: NonNullable<Told['mask']>): PlacedForm | undefined {
  const runs = runLengthsFromText(counts)
  if (!runs.ok || runs.value.reduce((sum, run) => sum + run, 0) !== width * height) return undefined
  const tiles = maskOfRunLengths(runs.value, { width, height })
  return tiles.length > 0 ? { kind: 'mask', tiles } : undefined
}

/** One object that lies in an image. */
export const LabelledObject = z
  .object({
    label: z.string(),
    x: z.coerce.number(),
    y: z.coerce.number(),
    width: z.coerce.number(),
    height: z.coerce.number(),
    type: z.string().optional().catch(undefined),
    points: Points.optional(),
    mask: z
      .object({ size: z.tuple([z.int(), z.int()]), counts: z.string() })
      .optional()
      .catch(undefined),
    rings: z.array(Points).optional(),
    keypoints: z
      .array(Keypoint.unwrap().extend({ name: z.string() }))
      .min(1)
      .optional(),
    edges: Skeleton.unwrap().shape.edges.default([]),
    ...said,
  })
  .transform(({ label: className, x, y, width, height, rings, keypoints, edges, ...told }): PlacedAnnotation => {
    const [named, ownKind] = [{ className, ...toSaid(told) }, toOwnKind(told)]
    if (ownKind) return { ...named, ...ownKind }
    const { points } = told
    const outlines = rings ?? (points ? [points] : [])
    if (outlines.length > 0) return { ...named, kind: 'polygon', rings: outlines }
    const box = { x0: x - width / 2, y0: y - height / 2, x1: x + width / 2, y1: y + height / 2 }
    if (keypoints) {
      const skeleton = Skeleton.safeParse({ points: keypoints.map(({ name }) => name), edges })
      const bare = keypoints.map((point) => ({ x: point.x, y: point.y, visibility: point.visibility }))
      return { ...named, kind: 'keypoints', box, points: bare, ...(skeleton.success && { skeleton: skeleton.data }) }
    }
    return { ...named, kind: 'box', box }
  })

/** All labels of an image. */
export const Annotation = z
  .object({
    width: z.int(),
    height: z.int(),
    boxes: z.array(LabelledObject).default([]),
    classes: z.array(z.string()).default([]),
    /** The same classes, of servers that tell what they say. */
    wholes: z.array(z.object({ label: z.string(), ...said })).optional(),
    texts: z.array(z.object({ prefix: z.string().default(''), suffix: z.string(), ...said })).default([]),
  })
  .transform(({ width, height, boxes, classes, wholes = classes.map((label) => ({ label })), texts }) => {
    const named = wholes.map(({ label: className, ...told }): ReadAnnotation => {
      return { className, kind: 'whole', ...toSaid(told) }
    })
    const written = texts.map(({ prefix, suffix, ...told }): ReadAnnotation => {
      return { className: TEXT_CLASS, kind: 'text', prompt: prefix, answer: suffix, ...toSaid(told) }
    })
    return { width, height, objects: [...boxes, ...named, ...written] }
  })
