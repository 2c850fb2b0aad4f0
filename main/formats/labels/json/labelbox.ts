import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture } from '#core/management/ports'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FilePoint, FileRectangle, listOf, oneOrMore } from '../kit/json.ts'
import { type ReadObjects, readEach, unreadable } from '../kit/reading.ts'

const Name = z.string().nullish()
const Outline = z.array(FilePoint)

const LabelboxObject = z
  .object({
    ...{ name: Name, title: Name, value: Name },
    ...{ bounding_box: FileRectangle.nullish(), bbox: FileRectangle.nullish(), polygon: Outline.nullish() },
  })
  .transform(({ name, title, value, bounding_box, bbox, polygon }) => ({
    className: name ?? title ?? value ?? '',
    box: bounding_box ?? bbox,
    polygon,
  }))
type LabelboxObject = z.infer<typeof LabelboxObject>

interface Entry {
  readonly name: string
  readonly objects: readonly LabelboxObject[]
}

const Objects = z.object({ objects: z.array(LabelboxObject).default([]) })

/** A line of today's export: labels by project, each by a person. */
const Row = z
  .object({
    data_row: z.object({ external_id: Name, global_key: Name, id: Name }),
    projects: z.record(z.string(), z.object({ labels: z.array(z.object({ annotations: Objects })).default([]) })),
  })
  .transform(
    ({ data_row, projects }): Entry => ({
      name: data_row.external_id ?? data_row.global_key ?? data_row.id ?? '',
      objects: Object.values(projects).flatMap(({ labels }) =>
        labels.flatMap(({ annotations }) => annotations.objects),
      ),
    }),
  )

const LegacyRow = z
  .object({ 'External ID': Name, Label: Objects })
  .transform((row): Entry => ({ name: row['External ID'] ?? '', objects: row.Label.objects }))

const ROW_SIGN = z.object({ data_row: z.unknown(), projects: z.unknown() })
const LEGACY_SIGN = z.object({ Label: z.unknown(), 'Labeled Data': z.unknown() })

/** Labelbox: boxes and polygons in pixels, as one row, a list of rows, or a row a line. */
export const labelbox = defineJsonFormat({
  id: 'labelbox',
  sign: z.union([ROW_SIGN, listOf(ROW_SIGN)]),
  document: oneOrMore(Row),
  read: readEntries,
})

/** The export of earlier years. */
export const labelboxLegacy = defineJsonFormat({
  id: 'labelbox-legacy',
  sign: z.union([LEGACY_SIGN, listOf(LEGACY_SIGN)]),
  document: oneOrMore(LegacyRow),
  read: readEntries,
})

function readEntries(entries: readonly Entry[], picture: AnnotatedPicture): ReadObjects {
  const entry = entryFor(entries, picture.name, ({ name }) => name)
  return entry.ok ? readEach(entry.value.objects, readObject) : entry
}

function readObject({ className, box, polygon }: LabelboxObject, index: number): Result<ReadAnnotation, Refusal> {
  const labelled = { className, place: `object ${index + 1}` }
  if (polygon) return polygonOfPoints(labelled, [polygon])
  if (box) return boxOfSize(labelled, { ...box, x: box.left, y: box.top })
  return unreadable(`${labelled.place} has neither a box nor a polygon`)
}
