import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize, ellipseOf, type Labelled, pointOf, polygonOf, polylineOf } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint, FileRecord, readShape } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { type ReadObjects, readEvery, shorten, withoutClass } from '../kit/reading.ts'
import { saidIn, withBeside } from '../kit/said/said.ts'
import { saidFor } from '../kit/said/wanted.ts'
import { tickedIn, usualFirst, viaAboutImage } from './via-attributes.ts'

const Numbers = z.array(FileNumber)

const Outline = z.discriminatedUnion('name', [
  FilePoint.extend({ name: z.literal('rect'), width: FileNumber, height: FileNumber }),
  z.object({ name: z.literal('polygon'), all_points_x: Numbers, all_points_y: Numbers }),
  z.object({ name: z.literal('polyline'), all_points_x: Numbers, all_points_y: Numbers }),
  z.object({ name: z.literal('point'), cx: FileNumber, cy: FileNumber }),
  z.object({ name: z.literal('circle'), cx: FileNumber, cy: FileNumber, r: FileNumber }),
  z.object({
    name: z.literal('ellipse'),
    cx: FileNumber,
    cy: FileNumber,
    rx: FileNumber,
    ry: FileNumber,
    theta: FileNumber.optional(),
  }),
])
type Outline = z.infer<typeof Outline>

const NAMES = new Set<string>(Outline.options.map(({ shape }) => shape.name.value))

export const ViaRegion = z.object({
  shape_attributes: z.union([Outline, z.looseObject({ name: z.string() })]),
  region_attributes: FileRecord(z.unknown()).default({}),
})
type ViaRegion = z.infer<typeof ViaRegion>

/** A list, in older files a dictionary of numbers. */
const Regions = z.union([z.array(z.unknown()), FileRecord(z.unknown()).transform((all) => Object.values(all))])
export const ViaEntry = z.object({
  filename: z.string().default(''),
  regions: Regions,
  file_attributes: FileRecord(z.unknown()).default({}).catch({}),
})
export type ViaEntry = z.infer<typeof ViaEntry>
const Entries = FileRecord(ViaEntry).transform((all) => Object.values(all))

const Project = z.object({ _via_img_metadata: Entries }).transform((project) => project._via_img_metadata)
const Sign = z.object({ filename: z.string(), regions: z.unknown() })

/** VGG Image Annotator 1 and 2: a saved project, or its annotations by image. */
export const via = defineJsonFormat({
  id: 'via',
  sign: z.union([
    z.object({ _via_img_metadata: z.unknown() }),
    FileRecord(z.unknown())
      .transform((all) => Object.values(all)[0])
      .pipe(Sign),
  ]),
  document: z.union([Project, Entries]),
  read: readViaEntry,
})

/** Reads the entry of one image. */
export function readViaEntry(entries: readonly ViaEntry[], image: AnnotatedImage): ReadObjects {
  const entry = entryFor(entries, image.name, ({ filename }) => filename)
  if (!entry.ok) return entry
  const isAboutImages = isClassification(image.type) || image.type === 'text-image-pairs'
  const parts = isAboutImages ? viaParts(entry.value) : entry.value.regions.map(readRegion)
  const objects = readEvery(parts, (part) => part)
  return objects.ok ? ok(saidFor(objects.value, image)) : objects
}

/** The regions of an image, each read or refused by itself, and what its attributes say about it as a whole. */
export function viaParts({ regions, file_attributes }: ViaEntry): readonly Result<ReadAnnotation, Refusal>[] {
  const about = viaAboutImage(file_attributes)
  return regions.length === 0 ? about : [...regions.map(readRegion), ...about.filter(({ ok: isRead }) => isRead)]
}

function readRegion(value: unknown, index: number): Result<ReadAnnotation, Refusal> {
  const place = filePlace('region', index + 1)
  const region = readShape(ViaRegion, value)
  return region.ok ? readViaRegion(region.value, place) : refuse('part-unreadable', { place }, region.error)
}

export function readViaRegion(
  { shape_attributes, region_attributes }: ViaRegion,
  place: FilePlace,
): Result<ReadAnnotation, Refusal> {
  const { className, rest } = classIn(region_attributes)
  // Where a file asks nothing of its regions, all of them are of one class.
  if (className === '' && Object.keys(region_attributes).length > 0) return withoutClass(place)
  const labelled = { className: className || NAMELESS, place }
  const outline = readShape(Outline, shape_attributes)
  if (outline.ok) return withBeside(readOutline(labelled, outline.value), { said: saidIn(rest) })
  const isKnown = NAMES.has(shape_attributes.name)
  return isKnown
    ? refuse('part-unreadable', { place }, outline.error)
    : refuse('via-shape-unsupported', { place, name: shorten(shape_attributes.name) })
}

/** The class of regions in files that ask none. */
const NAMELESS = 'object'

function readOutline(labelled: Labelled, outline: Outline): Result<ReadAnnotation, Refusal> {
  if (outline.name === 'rect') return boxOfSize(labelled, outline)
  if (outline.name === 'point') return pointOf(labelled, [outline.cx, outline.cy])
  if (outline.name === 'circle') {
    return ellipseOf(labelled, { x: outline.cx, y: outline.cy, rx: outline.r, ry: outline.r })
  }
  if (outline.name === 'ellipse') {
    const { cx, cy, rx, ry, theta } = outline
    return ellipseOf(labelled, { x: cx, y: cy, rx, ry, angle: theta ?? 0 })
  }
  const { all_points_x, all_points_y } = outline
  if (all_points_x.length !== all_points_y.length) {
    return refuse('coordinate-lists-differ', {
      place: labelled.place,
      xs: all_points_x.length,
      ys: all_points_y.length,
    })
  }
  const flat = all_points_x.flatMap((x, index) => [x, all_points_y[index] ?? 0])
  return outline.name === 'polyline' ? polylineOf(labelled, flat) : polygonOf(labelled, [flat])
}

/**
 * People name the attribute of the class as they like: the usual names first, else the first that has a text or a ticked box. What
 * the others say is said of the object.
 */
function classIn(attributes: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(attributes)
  const named = usualFirst(entries).map(([key, value]) => {
    return { key, className: typeof value === 'string' ? value.trim() : (tickedIn(value)[0] ?? '') }
  })
  const found = named.find(({ className }) => className !== '')
  const others = entries.filter(([key]) => key !== found?.key)
  const rest = others.map(([key, value]) => [key, isBoxes(value) ? tickedIn(value).join(', ') : value] as const)
  return { className: found?.className ?? '', rest: Object.fromEntries(rest) }
}

function isBoxes(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
