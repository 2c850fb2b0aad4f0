import { TEXT_CLASS } from '#common/annotation/shape'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { folded, lastPart, stemOf } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles, DatasetImporter } from '#core/exchange/datasets/ports'
import type { Row } from '../labels/kit/csv.ts'
import { parseJson } from '../labels/kit/json.ts'
import { shorten } from '../labels/kit/reading.ts'
import { tensorflow as tensorflowTable } from '../labels/tables/tensorflow.ts'
import { defineImporter, eachFile } from './define.ts'
import { classTree } from './folder.ts'
import type { SaidOfImage } from './kit/collected.ts'
import { baseName, isAside, isTablePath } from './kit/paths.ts'
import { type ClassificationColumns, classificationColumns, firstRows } from './kit/tables/classification-columns.ts'
import { isMark, markNames } from './kit/tables/marks.ts'
import { readTable } from './kit/tables/rows.ts'
import { isLabelStudioTable } from './tools/label-studio-rows.ts'

const HEAD_BYTES = 64 * 1024

/** A table of images with 0 or 1 for each class. */
export const multiclass = classificationTable({
  id: 'multiclass',
  title: 'Multi-Class Classification',
  kinds: ['one-hot'],
})

/** A table of images with their class in one column. */
export const classTable = classificationTable({
  id: 'class-table',
  title: message('title-class-table'),
  kinds: ['classes'],
})

/** A table of images with a caption each. */
export const captionTable = classificationTable({
  id: 'caption-table',
  title: message('title-caption-table'),
  isOfTexts: true,
  kinds: ['captions'],
})

interface TableKind {
  readonly id: string
  readonly title: DatasetImporter['title']
  readonly isOfTexts?: boolean
  readonly kinds: readonly ClassificationColumns['kind'][]
}

function classificationTable({ kinds, ...format }: TableKind) {
  return defineImporter({
    ...format,
    async recognise(dataset) {
      const found: DatasetFile[] = []
      for (const file of dataset.files) {
        const columns = await columnsIn(file, dataset)
        if (columns && kinds.includes(columns.kind)) found.push(file)
      }
      return found
    },
    async *read(labels, dataset) {
      const marks = await markNames(dataset)
      yield* eachFile(labels, async function* (file) {
        const columns = await columnsIn(file, dataset)
        if (columns === undefined) return
        const classNames = ({ cells }: Row) =>
          columns.kind === 'one-hot' ? columns.classes.map((place) => cells[place] ?? '') : []
        yield* readTable({
          file,
          dataset,
          hasHeader: true,
          classNames,
          read: (row, { columns: names, header }) => {
            const isDenied = names.text(row, 'confidence') === '0'
            return readRow(row, header, { columns, split: splitIn(names.text(row, 'split')), marks, isDenied })
          },
        })
      })
    },
  })
}

/** Tables of the answers that a competition wants say nothing of any image. */
const SUBMISSION = /sample_?submission/i

async function columnsIn(file: DatasetFile, dataset: DatasetFiles): Promise<ClassificationColumns | undefined> {
  const { path, bytes } = file
  if (!isTablePath(path) || isAside(path) || SUBMISSION.test(baseName(path))) return undefined
  const table = firstRows(await dataset.head(file, HEAD_BYTES), bytes <= HEAD_BYTES)
  if (table === undefined || tensorflowTable.recognises(table.header)) return undefined
  if (isLabelStudioTable(table.header)) return undefined
  const { header, rows } = table
  const columns = isOurs(path, header) ? ourColumns(header) : classificationColumns(header, rows)
  return columns && (await speaksOfImages(rows, columns, dataset)) ? columns : undefined
}

/** As Tessera and others write it: every other column is a class, however it is called. */
function isOurs(path: string, { cells }: Row): boolean {
  return /^_classes\.csv$/i.test(baseName(path)) && cells[0]?.toLowerCase() === 'filename'
}

function ourColumns({ cells }: Row): ClassificationColumns | undefined {
  return cells.length < 2 ? undefined : { kind: 'one-hot', file: 0, classes: cells.flatMap((_, place) => place || []) }
}

/** Beside folders of classes a table must name at least one of the images to count for more than they do. */
async function speaksOfImages(
  rows: readonly Row[],
  { file }: ClassificationColumns,
  dataset: DatasetFiles,
): Promise<boolean> {
  if ((await classTree(dataset)).length === 0) return true
  const names = new Set(dataset.files.map(({ path }) => nameOf(path)))
  return rows.some(({ cells }) => names.has(nameOf(cells[file] ?? '')))
}

function nameOf(path: string): string {
  return stemOf(folded(lastPart(path)))
}

interface Reading {
  readonly columns: ClassificationColumns
  readonly split: Split | undefined
  /** The names of classes that are written as marks. */
  readonly marks: ReadonlyMap<string, string>
  /** The row of a mark says that its class is not to be seen. */
  readonly isDenied: boolean
}

function splitIn(text: string): Split | undefined {
  return Split.safeParse(text.toLowerCase()).data
}

function readRow(row: Row, header: Row | undefined, reading: Reading): Result<SaidOfImage, Refusal> {
  const { columns, split } = reading
  const objects = readObjects(row, header, reading)
  if (!objects.ok) return objects
  // An empty cell does not say that the image shows nothing.
  const isPartial = columns.kind !== 'one-hot' && objects.value.length === 0
  return ok({ name: row.cells[columns.file] ?? '', split, isPartial, objects: objects.value })
}

function readObjects(
  row: Row,
  header: Row | undefined,
  { columns, marks, isDenied }: Reading,
): Result<readonly ReadAnnotation[], Refusal> {
  if (columns.kind === 'one-hot') return readFlags(row, header, columns.classes)
  const said = row.cells[columns.column] ?? ''
  if (columns.kind === 'captions')
    return ok(said === '' ? [] : [{ className: TEXT_CLASS, kind: 'text', prompt: '', answer: said }])
  if (isJson(said)) return refuse('class-is-json', { place: row.place })
  const names = said.split('|').map((name) => name.trim())
  const seen = names.filter((name) => name !== '' && !(isDenied && isMark(name)))
  return ok(seen.map((name) => ({ className: marks.get(name) ?? name, kind: 'whole' })))
}

function isJson(text: string): boolean {
  return /^[[{]/.test(text) && parseJson(text) !== undefined
}

function readFlags(
  { cells, place }: Row,
  header: Row | undefined,
  classes: readonly number[],
): Result<readonly ReadAnnotation[], Refusal> {
  const odd = classes.map((column) => cells[column] ?? '').find((value) => !/^(?:[01](?:\.0+)?)?$/.test(value))
  if (odd !== undefined) return refuse('mark-not-zero-or-one', { place, text: shorten(odd) })
  const set = classes.filter((column) => cells[column]?.startsWith('1'))
  return ok(set.map((column) => ({ className: header?.cells[column] ?? '', kind: 'whole' })))
}
