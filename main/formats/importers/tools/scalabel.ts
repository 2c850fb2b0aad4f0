import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCorners, type Labelled, polygonOf, polylineOf } from '../../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { type FilePlace, filePlace } from '../../labels/kit/places.ts'
import { readEvery, separately } from '../../labels/kit/reading.ts'
import { type Beside, saidIn, withBeside } from '../../labels/kit/said/said.ts'
import { wholeImage } from '../../labels/kit/whole-image.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { type DocumentEntry, documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'
import { curveThrough } from './scalabel-curves.ts'

const Labels = z.array(z.unknown()).nullish()
const Sides = z.object({ width: z.unknown(), height: z.unknown() }).nullish().catch(undefined)
const Frame = z.object({
  name: z.string().min(1),
  labels: Labels,
  size: Sides,
})
/** The 2018 format: an image with its only frame. */
const Alone = z.object({ name: z.string().min(1), frames: z.array(z.object({ objects: Labels })) })

interface Category {
  readonly name: string
  readonly subcategories?: readonly Category[] | null | undefined
}
const Category: z.ZodType<Category> = z.object({
  name: z.string(),
  get subcategories() {
    return z.array(Category).nullish()
  },
})
/** The facts that all frames of a file share. */
const Config = z.object({ categories: z.array(Category).catch([]), imageSize: Sides })
type Config = z.infer<typeof Config>

/** Scalabel, in whose form BDD100K is published: a list of images with their labels, or one image a file. */
export const scalabel = documentImporter({
  id: 'scalabel',
  title: 'Scalabel (BDD100K)',
  isWanted: (keys) =>
    ['', 'frames'].some((list) => ['[].name', '[].labels[].category'].every((key) => keys.has(`${list}${key}`))) ||
    isOfOneImage(keys),
  pieces(keys) {
    if (isOfOneImage(keys)) return undefined
    return { lists: [keys.has('[]') ? '' : 'frames'] }
  },
  beside: {
    key: 'config',
    read: (config) => Config.safeParse(config).data,
  },
  listed: (config) => [{ classNames: config?.categories.flatMap(leavesOf) ?? [] }],
  entries(document, { beside }) {
    const alone = Alone.safeParse(document)
    if (alone.success) {
      const { name, frames } = alone.data
      return ok(entriesOf({ name, labels: frames.flatMap(({ objects }) => objects ?? []) }))
    }
    const frame = readShape(Frame, document)
    return frame.ok ? ok(entriesOf(frame.value, beside?.imageSize)) : frame
  },
})

function isOfOneImage(keys: ReadonlySet<string>): boolean {
  return keys.has('name') && keys.has('frames[].objects[].category')
}

function leavesOf({ name, subcategories }: Category): readonly string[] {
  return subcategories && subcategories.length > 0 ? subcategories.flatMap(leavesOf) : [name]
}

/** An image without a list of labels is not labeled yet. */
function entriesOf(
  { name, labels, size }: z.infer<typeof Frame>,
  common?: Config['imageSize'],
): readonly DocumentEntry[] {
  if (!labels) return []
  const parts = labels.flatMap((label, index) => readLabel(label, filePlace('object', index + 1)))
  const own = declaredSize(size?.width, size?.height)
  return [{ ...entryOfParts(name, parts), ...declaredSize(common?.width, common?.height), ...own }]
}

const Vertices = z.array(z.tuple([FileNumber, FileNumber]))
/** In the files of 2018 each point has its own type, and nothing states whether the outline is closed. */
const OldLine = z
  .array(z.tuple([FileNumber, FileNumber, z.string()]))
  .min(1)
  .transform((points) => [
    {
      vertices: points.map(([x, y]): [number, number] => [x, y]),
      types: points.map(([, , type]) => type).join(''),
      closed: undefined,
    },
  ])
const Lines = z.union([
  z.array(
    z.object({ vertices: Vertices, types: z.string().nullish(), closed: z.boolean().nullish().catch(undefined) }),
  ),
  OldLine,
])
type Line = z.infer<typeof Lines>[number]

const Label = z.looseObject({
  category: z.string(),
  attributes: z.unknown().optional(),
  box2d: z.object({ x1: FileNumber, y1: FileNumber, x2: FileNumber, y2: FileNumber }).nullish(),
  poly2d: Lines.nullish(),
})
type Label = z.infer<typeof Label>

type Part = Result<ReadAnnotation, Refusal>

function readLabel(value: unknown, place: FilePlace): readonly Part[] {
  const label = readShape(Label, value)
  if (!label.ok) return [refuse('part-unreadable', { place }, label.error)]
  const marks = marksOf(label.value.attributes)
  return placesOf(label.value, { className: label.value.category, place }).map((part) => withBeside(part, marks))
}

/** Attributes by which BDD100K marks what stands for many objects, or for a region to ignore. */
const CROWDS = ['crowd', 'ignored']

function marksOf(attributes: unknown): Beside {
  const said = saidIn(attributes) ?? {}
  const others = Object.entries(said).filter(([name]) => !CROWDS.includes(name))
  return {
    ...(others.length > 0 && { said: Object.fromEntries(others) }),
    isCrowd: CROWDS.some((name) => said[name] === true),
  }
}

/** Unsupported geometry. */
const OTHER_PLACES = ['box3d', 'rle', 'graph', 'plane'] as const

function placesOf({ box2d, poly2d, ...others }: Label, labelled: Labelled): readonly Part[] {
  if (poly2d && poly2d.length > 0) return outlinesOf(poly2d, labelled)
  if (box2d) return [boxOfCorners(labelled, { x0: box2d.x1, y0: box2d.y1, x1: box2d.x2, y1: box2d.y2 })]
  const other = OTHER_PLACES.find((key) => others[key] !== undefined && others[key] !== null)
  if (other) return [refuse('geometry-unsupported', { place: labelled.place, kind: other })]
  return separately(wholeImage([labelled.className]))
}

/** Closed outlines of a label are one object, and each open one is a line. */
function outlinesOf(lines: readonly Line[], labelled: Labelled): readonly Part[] {
  const closed = lines.filter((line) => isClosed(line, labelled))
  const rings = readEvery(closed, (line) => pointsOf(line, labelled))
  const open = lines.filter((line) => !closed.includes(line))
  const read = open.map((line) => {
    const points = pointsOf(line, labelled)
    return points.ok ? polylineOf(labelled, points.value) : points
  })
  if (closed.length === 0) return read
  return [rings.ok ? polygonOf(labelled, rings.value) : rings, ...read]
}

/** By default, lane markings are lines. */
function isClosed({ closed }: Line, { className }: Labelled): boolean {
  return closed ?? !/^lane\b/i.test(className)
}

function pointsOf({ vertices, types }: Line, { place }: Labelled): Result<readonly number[], Refusal> {
  return curveThrough(vertices, types ?? '', place)
}
