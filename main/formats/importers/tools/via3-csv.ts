import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { nameInAddress } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { Via3 } from '../../labels/json/via3.ts'
import { columnsOf, type Row, readRows } from '../../labels/kit/csv.ts'
import { FileRecord, parseJson, readShape } from '../../labels/kit/json.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { findingsOfImage } from '../kit/documents.ts'
import { isAside, isTablePath } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'
import { partsOf } from './via.ts'

const HEAD_BYTES = 64 * 1024

/** The table of VGG Image Annotator 3: its comments explain the columns and the attributes, and each row is a region. */
export const via3Csv = defineImporter({
  id: 'via3-csv',
  title: 'VGG Image Annotator 3 (CSV)',
  async recognise(dataset) {
    const found: DatasetFile[] = []
    for (const file of dataset.files) {
      if (!isTablePath(file.path) || isAside(file.path)) continue
      if (HEADER.test(await dataset.head(file, HEAD_BYTES))) found.push(file)
    }
    return found
  },
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

const HEADER = /^#\s*CSV_HEADER\s*=\s*(?<names>metadata_id,.*spatial_coordinates.*)$/m
const ATTRIBUTES = /^#\s*ATTRIBUTES?\s*=\s*(?<json>\{.*\})/

/** The parts of a saved project that a table has. */
interface Project {
  attribute: unknown
  readonly file: Record<string, { readonly fname: string }>
  readonly view: Record<string, { readonly fid_list: readonly string[] }>
  readonly metadata: Record<string, unknown>
}

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  const project: Project = { attribute: {}, file: {}, view: {}, metadata: {} }
  yield* collect(file, dataset, project)
  const read = readShape(Via3, project)
  if (!read.ok) return yield { path, reason: message('file-not-readable', {}, read.error) }
  for (const entry of read.value.entries.flatMap(partsOf)) yield* findingsOfImage(entry, { path })
}

async function* collect(file: DatasetFile, dataset: DatasetFiles, project: Project): AsyncGenerator<DatasetProblem> {
  const { path } = file
  const pause = pauses()
  let header: readonly Row[] = []
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) yield next
    else if (next.text.startsWith('#')) {
      header = headerIn(next.text) ?? header
      project.attribute = attributesIn(next.text) ?? project.attribute
    } else if (next.text.trim() !== '') {
      const added = addRow(project, { header, ...next })
      if (!added.ok) yield { path, line: next.line, reason: message('row-skipped', {}, added.error) }
    }
  }
}

const Attributes = FileRecord(z.unknown())

/** The row of the names of the columns, which a comment lists. */
function headerIn(comment: string): readonly Row[] | undefined {
  const names = HEADER.exec(comment)?.groups?.['names']
  const rows = names === undefined ? undefined : readRows(names, ',')
  return rows?.ok === true ? rows.value : undefined
}

/** Older tables tell the names of attributes alone. */
function attributesIn(comment: string): unknown {
  const json = ATTRIBUTES.exec(comment)?.groups?.['json']
  const attributes = Attributes.safeParse(json === undefined ? undefined : parseJson(json)).data
  return (
    attributes &&
    Object.fromEntries(
      Object.entries(attributes).map(([id, each]) => [id, typeof each === 'string' ? { aname: each } : each]),
    )
  )
}

interface FoundRow {
  readonly header: readonly Row[]
  readonly text: string
  readonly line: number
}

/** A row is a view of its own: what is said of one image comes together by its name. */
function addRow(project: Project, { header, text, line }: FoundRow): Result<undefined, Refusal> {
  const rows = readRows(text, ',')
  if (!rows.ok) return refuse('quote-not-closed')
  const columns = columnsOf([...header, ...rows.value])
  const [row] = columns.rows
  const cell = (name: string) => (row ? columns.text(row, name) : '')
  const names = NamesOf.safeParse(parseJson(cell('file_list'))).data ?? []
  if (names.length === 0) return refuse('image-name-missing')
  if (!['', '[]'].includes(cell('temporal_coordinates'))) return refuse('time-in-video')
  const [xy, av] = [parseJson(cell('spatial_coordinates')), parseJson(cell('metadata') || '{}')]
  if (xy === undefined) return damaged('spatial_coordinates')
  if (av === undefined) return damaged('metadata')
  const id = String(line)
  const fids = names.map((_, nth) => `${id} ${nth}`)
  for (const [nth, fid] of fids.entries()) project.file[fid] = { fname: placeIn(names[nth] ?? '') }
  project.view[id] = { fid_list: fids }
  project.metadata[id] = { vid: id, xy, av }
  return ok(undefined)
}

const NamesOf = z.array(z.string().min(1))

function damaged(field: string): Result<never, Refusal> {
  return refuse('field-not-json', { field })
}

function placeIn(name: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name) ? nameInAddress(name) : name
}
