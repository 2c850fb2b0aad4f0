import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { ViaEntry, viaParts } from '../../labels/json/via.ts'
import { viaAboutImage } from '../../labels/json/via-attributes.ts'
import { Via3 } from '../../labels/json/via3.ts'
import type { Columns, Row } from '../../labels/kit/csv.ts'
import { FileRecord, parseJson, readShape } from '../../labels/kit/json.ts'
import { shorten } from '../../labels/kit/reading.ts'
import { hasOutline, readViaRow, viaCsv as viaTable } from '../../labels/tables/via-csv.ts'
import { defineImporter, eachFile } from '../define.ts'
import type { SaidOfImage } from '../kit/collected.ts'
import { type DocumentEntry, type DocumentFault, documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'
import { csvFiles, readTable } from '../kit/tables/rows.ts'

const Entry = z.looseObject({ filename: z.string(), regions: z.unknown() })

/** The key of the images in a saved project; an export has them alone. */
const PROJECT = '_via_img_metadata'

/** VGG Image Annotator 1 and 2: all images of a project with their regions; one of which nothing is said was only opened. */
export const via = documentImporter({
  id: 'via',
  title: 'VGG Image Annotator',
  isWanted: (keys) => keys.has(PROJECT) || [...keys].some((key) => /\.(?:file|region)_attributes$/.test(key)),
  pieces: (keys) => ({ objects: [keys.has(PROJECT) ? PROJECT : ''] }),
  entries(document) {
    const entry = readShape(Entry, document)
    return entry.ok ? ok(entryOf(entry.value)) : entry
  },
})

/** VGG Image Annotator 3: a saved project, which is read whole. */
export const via3 = documentImporter({
  id: 'via3',
  title: 'VGG Image Annotator 3',
  isWanted: (keys) => ['config', 'attribute', 'file'].every((key) => keys.has(key)),
  entries(document) {
    const read = readShape(Via3, document)
    if (!read.ok) return read
    const { entries, strangers } = read.value
    return ok([...entries.filter(({ filename }) => filename !== '').flatMap(partsOf), ...faultOf(strangers)])
  },
})

function faultOf([first, ...others]: readonly string[]): readonly DocumentFault[] {
  if (first === undefined) return []
  return [{ reason: message('annotations-of-unlisted-metadata', { count: others.length + 1, key: shorten(first) }) }]
}

/** The table of VGG Image Annotator 2: a row for each region, and for each image without one. */
export const viaCsv = defineImporter({
  id: 'via-csv',
  title: 'VGG Image Annotator (CSV)',
  recognise: (dataset) => csvFiles(dataset, viaTable.recognises),
  read: (labels, dataset) =>
    eachFile(labels, (file) =>
      readTable({ file, dataset, hasHeader: true, read: (row, { columns }) => readRow(columns, row) }),
    ),
})

/** A row of the table. Attributes of the image as a whole stand in each of its rows: they count in the first. */
function readRow(columns: Columns, row: Row): Result<SaidOfImage | undefined, Refusal> {
  const [name = ''] = row.cells
  const hasRegion = hasOutline(columns, row)
  const isFirst = ['', '0'].includes(columns.text(row, 'region_id'))
  const region = hasRegion ? [readViaRow(columns, row)] : []
  const parts = [...region, ...(isFirst || !hasRegion ? aboutImage(columns, row) : [])]
  const fault = parts.find((part) => !part.ok)
  if (fault) return fault
  return ok(parts.length === 0 ? undefined : { name, objects: parts.flatMap((part) => (part.ok ? [part.value] : [])) })
}

function aboutImage(columns: Columns, row: Row) {
  const attributes = FileRecord(z.unknown()).safeParse(parseJson(columns.text(row, 'file_attributes') || '{}'))
  return attributes.success ? viaAboutImage(attributes.data).filter(({ ok: isRead }) => isRead) : []
}

function entryOf(entry: z.infer<typeof Entry>): readonly DocumentEntry[] {
  const { filename: name } = entry
  const read = readShape(ViaEntry, entry)
  return read.ok ? partsOf(read.value) : [{ name, objects: () => read }]
}

/** An image of which nothing is said was only opened. */
export function partsOf(entry: ViaEntry): readonly DocumentEntry[] {
  const parts = viaParts(entry)
  return parts.length === 0 ? [] : [entryOfParts(entry.filename, parts)]
}
