import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize, ellipseOf, type Labelled, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint } from '../kit/json.ts'
import { readEach, shorten, unreadable } from '../kit/reading.ts'
import { saidIn, withBeside } from '../kit/said/said.ts'

const Numbers = z.array(FileNumber)

const Outline = z.discriminatedUnion('name', [
  FilePoint.extend({ name: z.literal('rect'), width: FileNumber, height: FileNumber }),
  z.object({ name: z.literal('polygon'), all_points_x: Numbers, all_points_y: Numbers }),
  z.object({ name: z.literal('polyline'), all_points_x: Numbers, all_points_y: Numbers }),
  z.object({ name: z.literal('circle'), cx: FileNumber, cy: FileNumber, r: FileNumber }),
  z.object({
    name: z.literal('ellipse'),
    ...{ cx: FileNumber, cy: FileNumber, rx: FileNumber, ry: FileNumber, theta: FileNumber.optional() },
  }),
])
type Outline = z.infer<typeof Outline>

export const ViaRegion = z.object({
  shape_attributes: z.union([Outline, z.looseObject({ name: z.string() })]),
  region_attributes: z.record(z.string(), z.unknown()).default({}),
})
type ViaRegion = z.infer<typeof ViaRegion>

/** A list, in older files a dictionary of numbers. */
const Regions = z.union([z.array(ViaRegion), z.record(z.string(), ViaRegion).transform((all) => Object.values(all))])
const Entry = z.object({ filename: z.string().default(''), regions: Regions })
const Entries = z.record(z.string(), Entry).transform((all) => Object.values(all))

const Project = z.object({ _via_img_metadata: Entries }).transform((project) => project._via_img_metadata)
const Sign = z.object({ filename: z.string(), regions: z.unknown() })

/** VGG Image Annotator 1 and 2: a saved project, or its annotations by picture. */
export const via = defineJsonFormat({
  id: 'via',
  sign: z.union([
    z.object({ _via_img_metadata: z.unknown() }),
    z
      .record(z.string(), z.unknown())
      .transform((all) => Object.values(all)[0])
      .pipe(Sign),
  ]),
  document: z.union([Project, Entries]),
  read(entries, picture) {
    const entry = entryFor(entries, picture.name, ({ filename }) => filename)
    return entry.ok ? readEach(entry.value.regions, readRegion) : entry
  },
})

function readRegion(region: ViaRegion, index: number): Result<ReadAnnotation, Refusal> {
  return readViaRegion(region, `region ${index + 1}`)
}

export function readViaRegion(
  { shape_attributes, region_attributes }: ViaRegion,
  place: string,
): Result<ReadAnnotation, Refusal> {
  const { className, rest } = classIn(region_attributes)
  const labelled = { className, place }
  const outline = Outline.safeParse(shape_attributes)
  if (outline.success) return withBeside(readOutline(labelled, outline.data), { said: saidIn(rest) })
  const [issue] = outline.error.issues
  const isKnown = issue?.path[0] !== 'name'
  return unreadable(
    isKnown
      ? `${place}, ${issue?.path.join('.')}: ${issue?.message}`
      : `${place} is a "${shorten(shape_attributes.name)}"; rect, polygon, polyline, circle and ellipse are read`,
  )
}

function readOutline(labelled: Labelled, outline: Outline): Result<ReadAnnotation, Refusal> {
  if (outline.name === 'rect') return boxOfSize(labelled, outline)
  if (outline.name === 'circle') {
    return ellipseOf(labelled, { x: outline.cx, y: outline.cy, rx: outline.r, ry: outline.r })
  }
  if (outline.name === 'ellipse') {
    const { cx, cy, rx, ry, theta } = outline
    return ellipseOf(labelled, { x: cx, y: cy, rx, ry, angle: theta ?? 0 })
  }
  const { all_points_x, all_points_y } = outline
  if (all_points_x.length !== all_points_y.length) {
    return unreadable(`${labelled.place} has ${all_points_x.length} x and ${all_points_y.length} y`)
  }
  return polygonOfPoints(labelled, [all_points_x.map((x, index) => ({ x, y: all_points_y[index] ?? 0 }))])
}

/**
 * People name the attribute of the class as they like: the usual names first, else the first that has a text or a ticked box. What
 * the others say is said of the object.
 */
function classIn(attributes: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(attributes)
  const usual = ['class', 'label', 'name', 'type', 'object'].flatMap((name) =>
    entries.filter(([key]) => key.toLowerCase() === name),
  )
  const named = [...usual, ...entries].map(([key, value]) => {
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

function tickedIn(boxes: unknown): readonly string[] {
  const ticked = z.record(z.string(), z.unknown()).safeParse(boxes)
  if (!ticked.success) return []
  return Object.entries(ticked.data).flatMap(([name, value]) => (value === true ? [name] : []))
}
