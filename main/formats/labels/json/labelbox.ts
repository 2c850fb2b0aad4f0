import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize, pointOf, polygonOfPoints, polylineOf } from '../kit/geometry.ts'
import { defineJsonFormat, FilePoint, FileRecord, FileRectangle, listOf, oneOrMore, readShape } from '../kit/json.ts'
import { filePlace } from '../kit/places.ts'
import { type ReadObjects, readEvery } from '../kit/reading.ts'
import { saidFor } from '../kit/said/wanted.ts'
import { answersIn } from './labelbox-answers.ts'

const Name = z.string().nullish()
const Outline = z.array(FilePoint)

const LabelboxObject = z
  .object({
    name: Name,
    title: Name,
    value: Name,
    bounding_box: FileRectangle.nullish(),
    bbox: FileRectangle.nullish(),
    polygon: Outline.nullish(),
    point: FilePoint.nullish(),
    line: Outline.nullish(),
  })
  .transform(({ name, title, value, bounding_box, bbox, ...places }) => ({
    ...places,
    className: name ?? title ?? value ?? '',
    box: bounding_box ?? bbox,
  }))
type LabelboxObject = z.infer<typeof LabelboxObject>

/** Objects of an image, and answers to questions about it as a whole. */
interface Entry {
  readonly name: string
  readonly objects: readonly unknown[]
  readonly classifications: readonly unknown[]
  /** Labels of other people, not used. */
  readonly unused: number
}

const Said = z.object({
  objects: z.array(z.unknown()).default([]),
  classifications: z.array(z.unknown()).default([]),
})

const Label = z.object({ label_kind: z.string().nullish().catch(undefined), annotations: Said })
type Label = z.infer<typeof Label>

/** A line of today's export: labels by project, each by a person, of which one in each project counts. */
export const LabelboxRow = z
  .object({
    data_row: z.object({ external_id: Name, global_key: Name, id: Name }),
    projects: FileRecord(z.object({ labels: z.array(Label).default([]) })),
  })
  .transform(({ data_row, projects }): Entry => {
    const chosen = Object.values(projects).map(({ labels }) => ({ labels, label: chosenOf(labels) }))
    const used = chosen.flatMap(({ label }) => label ?? [])
    return {
      name: data_row.external_id ?? data_row.global_key ?? data_row.id ?? '',
      objects: used.flatMap(({ annotations }) => annotations.objects),
      classifications: used.flatMap(({ annotations }) => annotations.classifications),
      unused: chosen.reduce((sum, { labels, label }) => sum + (label ? othersThan(label, labels).length : 0), 0),
    }
  })

/** The benchmark, else the last with annotations. */
function chosenOf(labels: readonly Label[]): Label | undefined {
  const benchmark = labels.findLast(({ label_kind }) => label_kind === 'Benchmark')
  return benchmark ?? labels.findLast((label) => !isEmpty(label)) ?? labels.at(-1)
}

function othersThan(chosen: Label, labels: readonly Label[]): readonly Label[] {
  if (labels.length < 2) return []
  const said = saidIn(chosen)
  return labels.filter((label) => label !== chosen && !isEmpty(label) && saidIn(label) !== said)
}

function isEmpty({ annotations: { objects, classifications } }: Label): boolean {
  return objects.length + classifications.length === 0
}

/** Without the identifiers, which differ from person to person. */
function saidIn({ annotations }: Label): string {
  return JSON.stringify(labelboxParts(annotations))
}

export const LegacyLabelboxRow = z
  .object({ 'External ID': Name, Label: Said })
  .transform((row): Entry => ({ name: row['External ID'] ?? '', unused: 0, ...row.Label }))

const ROW_SIGN = z.object({ data_row: z.unknown(), projects: z.unknown() })
const LEGACY_SIGN = z.object({ Label: z.unknown(), 'Labeled Data': z.unknown() })

/** Labelbox: shapes in pixels and answers about the whole image, as one row, a list of rows, or a row a line. */
export const labelbox = defineJsonFormat({
  id: 'labelbox',
  sign: z.union([ROW_SIGN, listOf(ROW_SIGN)]),
  document: oneOrMore(LabelboxRow),
  read: readEntries,
})

/** The export of earlier years. */
export const labelboxLegacy = defineJsonFormat({
  id: 'labelbox-legacy',
  sign: z.union([LEGACY_SIGN, listOf(LEGACY_SIGN)]),
  document: oneOrMore(LegacyLabelboxRow),
  read: readEntries,
})

function readEntries(entries: readonly Entry[], image: AnnotatedImage): ReadObjects {
  const entry = entryFor(entries, image.name, ({ name }) => name)
  if (!entry.ok) return entry
  const objects = readEvery(labelboxParts(entry.value), (part) => part)
  return objects.ok ? ok(saidFor(objects.value, image)) : objects
}

/** Everything that is said of an image, each read or refused by itself. */
export function labelboxParts({
  objects,
  classifications,
}: Pick<Entry, 'objects' | 'classifications'>): readonly Result<ReadAnnotation, Refusal>[] {
  const parts = [...objects.map(readObject), ...answersIn(classifications)]
  const isUnanswered = parts.length === 0 && classifications.length > 0
  return isUnanswered ? [refuse('questions-unanswered')] : parts
}

function readObject(value: unknown, index: number): Result<ReadAnnotation, Refusal> {
  const place = filePlace('object', index + 1)
  const read = readShape(LabelboxObject, value)
  if (!read.ok) return refuse('part-unreadable', { place }, read.error)
  const { className, box, polygon, point, line } = read.value
  const labelled = { className, place }
  if (polygon) return polygonOfPoints(labelled, [polygon])
  if (box) return boxOfSize(labelled, { ...box, x: box.left, y: box.top })
  if (point) return pointOf(labelled, [point.x, point.y])
  if (line) {
    return polylineOf(
      labelled,
      line.flatMap(({ x, y }) => [x, y]),
    )
  }
  return refuse('labelbox-shape-missing', { place })
}
