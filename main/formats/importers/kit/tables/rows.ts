import { type Refusal, refusal } from '#common/errors'
import { message } from '#common/messages/message'
import type { Result } from '#common/result'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { type Columns, columnsOf, type Row, readRows, type Separator, separatorOf } from '../../../labels/kit/csv.ts'
import { thisPlace } from '../../../labels/kit/places.ts'
import type { Findings } from '../../define.ts'
import { collectedImages, type SaidOfImage } from '../collected.ts'
import { isAside, isTablePath, splitInName } from '../paths.ts'
import { pauses } from '../pauses.ts'
import { type TextLine, textLines } from '../texts.ts'

/** Enough for the first row of nearly all tables; of a longer one it shows the first columns. */
const HEAD_BYTES = 64 * 1024

/** The tables whose first rows are of a kind. */
export async function csvFiles(dataset: DatasetFiles, isWanted: (first: Row) => boolean): Promise<DatasetFile[]> {
  const found: DatasetFile[] = []
  for (const file of dataset.files) {
    if (!isTablePath(file.path) || isAside(file.path)) continue
    const head = await dataset.head(file, HEAD_BYTES)
    const text = head.replace(/^\uFEFF/, '').replace(SEPARATOR_LINE, '')
    const rows = readRows(/\S[^\r\n]*/.exec(text)?.[0] ?? '')
    const first = rows.ok ? rows.value[0] : undefined
    if (first && isWanted(first)) found.push(file)
  }
  return found
}

/** The line by which Excel is told what stands between cells. */
const SEPARATOR_LINE = /^\s*"?sep=[,;\t]"?[ \t]*(?:\r?\n|$)/i

/** Cells may hold line breaks in quotes; a quote that closes no sooner than this was none. */
const MAX_ROW_LINES = 50

/** The rows of a table of any size. Sentences call a row `the row`. */
export async function* tableRows(dataset: DatasetFiles, file: DatasetFile): AsyncGenerator<Row | DatasetProblem> {
  const rows = rowsOfLines(file.path)
  for await (const next of textLines(dataset, file)) {
    if ('reason' in next) yield next
    else if (!isSeparatorLine(next)) yield* rows.push(next)
  }
  yield* rows.end()
}

function isSeparatorLine({ line, text }: TextLine): boolean {
  return line === 1 && SEPARATOR_LINE.test(text)
}

/** Puts the lines of a table together to rows. */
function rowsOfLines(path: string) {
  let open: { readonly texts: string[]; readonly line: number } | undefined
  let separator: Separator | undefined

  return {
    /** The rows that end with this line. */
    push({ text, line }: TextLine): readonly (Row | DatasetProblem)[] {
      const { texts, line: number } = (open ??= { texts: [], line })
      texts.push(text)
      separator ??= separatorOf(text)
      const rows = readRows(texts.join('\n'), separator)
      if (!rows.ok && texts.length < MAX_ROW_LINES) return []
      open = undefined
      return rows.ok ? rows.value.map((row) => ({ ...row, place: thisPlace('row'), number })) : [unclosed(path, number)]
    },
    /** The fault of a row that the last line leaves open. */
    end: (): readonly DatasetProblem[] => (open ? [unclosed(path, open.line)] : []),
  }
}

function unclosed(path: string, line: number): DatasetProblem {
  return { path, line, reason: message('row-skipped', {}, refusal('quote-not-closed')) }
}

interface TableReading {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  /** Whether the first row names the columns. */
  readonly hasHeader: boolean
  /** Whether the places are shares of the image's sides; asked when all rows are read. */
  isInShares?(header: Row | undefined): boolean
  /** The classes that the first row lists. */
  classNames?(header: Row): readonly string[]
  /** One row; it answers undefined where the row says nothing of its image. */
  read(
    row: Row,
    table: { readonly columns: Columns; readonly header: Row | undefined },
  ): Result<SaidOfImage | undefined, Refusal>
}

/** The images of a table, whose rows may lie anywhere in it. A row that cannot be read is a problem. */
export async function* readTable({
  file,
  dataset,
  hasHeader,
  isInShares = () => false,
  classNames,
  read,
}: TableReading): Findings {
  const { path } = file
  let table: Parameters<typeof read>[1] | undefined = hasHeader
    ? undefined
    : { columns: columnsOf([]), header: undefined }
  const images = collectedImages({ path, isInShares: () => isInShares(table?.header), split: splitInName(path) })
  const pause = pauses()
  for await (const row of tableRows(dataset, file)) {
    await pause()
    if ('reason' in row) {
      yield row
    } else if (table) {
      const fault = images.add(read(row, table), row.number)
      if (fault !== undefined) yield { path, line: row.number, reason: message('row-skipped', {}, fault) }
    } else {
      table = { columns: columnsOf([row]), header: row }
      if (classNames) yield { classNames: classNames(row) }
    }
  }
  yield* images.all()
}
