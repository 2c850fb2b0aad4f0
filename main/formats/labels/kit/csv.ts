import { type Refusal, refuse } from '#common/errors'
import type { Box } from '#common/geometry/box'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { type FilePlace, filePlace } from './places.ts'
import { numberOf, type ReadObjects, readEvery, readNumbers, shorten } from './reading.ts'

/** A row of a table: trimmed cells and where it stands in the file. */
export interface Row {
  readonly cells: readonly string[]
  /** `line 3`. */
  readonly place: FilePlace
  /** From 1. */
  readonly number: number
}

/** A kind of annotation file whose values stand between commas, semicolons or tabs. */
export interface TableFormat {
  /** The folder of its golden file. */
  readonly id: string
  /** Looks at the first row alone. */
  recognises(first: Row): boolean
  /** At least one row. */
  read(rows: readonly Row[], image: AnnotatedImage): ReadObjects
}

/** Stands between the values of a table. */
export type Separator = ',' | ';' | '\t'

const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** The one that its first row holds most often outside of quotes; a comma where it holds none. */
export function separatorOf(text: string): Separator {
  const first = /\S[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  const counts = SEPARATORS.map((separator) => first.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * The rows of a table whose values stand between commas, semicolons or tabs, in double quotes where they hold one, a quote or a line break.
 * Rows without any value are left out. Where a comma separates no values, `0,5` is read as the number it is in many languages.
 */
export function readRows(text: string, separator: Separator = separatorOf(text)): Result<Row[], Refusal> {
  const rows: Row[] = []
  let [at, line, cells]: [number, number, string[]] = [0, 1, []]
  while (at < text.length || cells.length > 0) {
    const cell = readCell(text, at, separator)
    if (cell === undefined) return refuse('line-quote-not-closed', { number: line })
    cells.push(separator === ',' ? cell.value : cell.value.replace(DECIMAL_COMMA, '$1.$2'))
    const isLast = text[cell.end] !== separator
    if (isLast && cells.some((value) => value !== ''))
      rows.push({ cells, place: filePlace('line', line), number: line })
    if (isLast) cells = []
    line += countBreaks(text, at, cell.end + 1)
    at = cell.end + 1
  }
  return ok(rows)
}

const DECIMAL_COMMA = /^([+-]?\d+),(\d+)$/

interface Cell {
  readonly value: string
  /** Where the separator or the line break after it stands, or the end of the text. */
  readonly end: number
}

function readCell(text: string, start: number, separator: Separator): Cell | undefined {
  const quote = skipSpaces(text, start, separator)
  if (text[quote] !== '"') {
    const end = endOfCell(text, start, separator)
    return { value: text.slice(start, end).trim(), end }
  }
  let close = text.indexOf('"', quote + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  const end = endOfCell(text, close + 1, separator)
  const isClean = close >= 0 && text.slice(close + 1, end).trim() === ''
  return isClean
    ? {
        value: text
          .slice(quote + 1, close)
          .replaceAll('""', '"')
          .trim(),
        end,
      }
    : undefined
}

function skipSpaces(text: string, start: number, separator: Separator): number {
  let at = start
  while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) at += 1
  return at
}

function endOfCell(text: string, start: number, separator: Separator): number {
  let at = start
  while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1
  return at
}

function countBreaks(text: string, start: number, end: number): number {
  let breaks = 0
  for (let at = start; at < end; at += 1) if (text[at] === '\n') breaks += 1
  return breaks
}

export const CORNERS = ['xmin', 'ymin', 'xmax', 'ymax'] as const

/** Cells by the names in the first row, whatever their order and letter case. */
export interface Columns {
  readonly rows: readonly Row[]
  text(row: Row, name: string): string
  number(row: Row, name: string): Result<number, Refusal>
}

export function columnsOf([header, ...rows]: readonly Row[]): Columns {
  const places = new Map((header?.cells ?? []).map((name, index) => [name.toLowerCase(), index]))
  const text = ({ cells }: Row, name: string) => cells[places.get(name) ?? -1] ?? ''
  return {
    rows,
    text,
    number: (row, name) => readNumber(text(row, name), row.place, name),
  }
}

/** Whether the first row names all these columns. */
export function namesColumns({ cells }: Row, ...names: readonly string[]): boolean {
  const known = new Set(cells.map((cell) => cell.toLowerCase()))
  return names.every((name) => known.has(name))
}

/** The corners of a box in four cells of a row, by position. */
export function readCorners({ cells, place }: Row, positions: readonly number[]): Result<Box, Refusal> {
  const numbers = readNumbers(
    positions.map((position) => cells[position] ?? ''),
    place,
  )
  if (!numbers.ok) return numbers
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers.value
  return ok({ x0, y0, x1, y1 })
}

/** The corners of a box in the columns xmin, ymin, xmax and ymax. */
export function readNamedCorners(columns: Columns, row: Row): Result<Box, Refusal> {
  const numbers = readEvery(CORNERS, (name) => columns.number(row, name))
  if (!numbers.ok) return numbers
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers.value
  return ok({ x0, y0, x1, y1 })
}

function readNumber(text: string, place: FilePlace, column: string): Result<number, Refusal> {
  const value = numberOf(text)
  return value === undefined ? refuse('cell-not-number', { place, text: shorten(text), name: column }) : ok(value)
}
