import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { type Row, readRows } from '../../../labels/kit/csv.ts'
import { tensorflow } from '../../../labels/tables/tensorflow.ts'
import { CAPTIONS } from '../coco/roles.ts'

/** The meaning of a table's columns for whole images, by their places. */
export type ClassificationColumns =
  /** 0 or 1 in a column for each class. */
  | { readonly kind: 'one-hot'; readonly file: number; readonly classes: readonly number[] }
  /** The class, or several between bars, in one column. */
  | { readonly kind: 'classes'; readonly file: number; readonly column: number }
  | { readonly kind: 'captions'; readonly file: number; readonly column: number }

/** Names without case and signs; those of the first list go before those of the second. */
const FILES = [
  /^(?:filename|filenames|file|filepath|path|fname|imagename|imagefile|imagefilename|imagepath|imgname|imgfile|imgpath)$/,
  /^(?:image|images|img|imageid|imgid|image|photo)$/,
]
const CLASSES =
  /^(?:class|classname|classes|label|labels|labelname|category|categoryname|tag|tags|target|species|breed)$/
const CAPTION = /^(?:caption|captions|description|text|sentence|comment)$/
const SPLITS = /^(?:split|subset|set|partition|fold)$/
/** Columns that tables of outlines, boxes and points have, which say more than the class of an image. */
const PLACES =
  /^(?:region|bbox|box|bound|rle|mask|segmentation|polygon|points|[xy](?:min|max|\d|center)?$|(?:width|height)?(?:upper|lower)|encodedpixels)/

/** How the columns are to be read, by their names and by what the first rows hold; undefined where the table says nothing of classes. */
export function classificationColumns(header: Row, rows: readonly Row[]): ClassificationColumns | undefined {
  const names = header.cells.map(plain)
  const file = FILES.map((known) => names.findIndex((name) => known.test(name))).find((place) => place >= 0)
  if (file === undefined || names.some((name) => PLACES.test(name))) return undefined
  const others = names.flatMap((name, place) => (place === file || SPLITS.test(name) ? [] : place))
  const [column, ...more] = others.filter((place) => CLASSES.test(names[place] ?? ''))
  if (isOneHot(rows, others, column)) return { kind: 'one-hot', file, classes: others }
  if (column !== undefined && more.length === 0) return { kind: 'classes', file, column }
  const caption = others.find((place) => CAPTION.test(names[place] ?? ''))
  return caption === undefined || column !== undefined ? undefined : { kind: 'captions', file, column: caption }
}

/** The meaning of a text in a column of this name; undefined where the name does not tell. */
export function meaningOf(column: string): 'class' | 'caption' | undefined {
  const name = plain(column)
  if (CLASSES.test(name)) return 'class'
  return CAPTION.test(name) ? 'caption' : undefined
}

/** A single column with the name of one for classes holds the class, even where classes are called 0 and 1. */
function isOneHot(rows: readonly Row[], others: readonly number[], column: number | undefined): boolean {
  return others.length > (column === undefined ? 0 : 1) && areFlags(rows, others)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

const FLAG = /^(?:[01](?:\.0+)?)?$/

/** One row in four may be damaged. */
function areFlags(rows: readonly Row[], places: readonly number[]): boolean {
  const isOfFlags = ({ cells }: Row) => places.every((place) => FLAG.test(cells[place] ?? ''))
  const count = rows.filter(isOfFlags).length
  return count > 0 && count * 4 >= rows.length * 3
}

/** The first row of a table and those behind it, of a text that may end inside a row. */
export function firstRows(
  text: string,
  isWhole: boolean,
): { readonly header: Row; readonly rows: readonly Row[] } | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const read = readRows((isWhole || lines.length < 2 ? lines : lines.slice(0, -1)).slice(0, SAMPLE).join('\n'))
  const [header, ...rows] = read.ok ? read.value : []
  return header && { header, rows }
}

const SAMPLE = 50

/** Why a table is not used, where its columns are at fault. */
export function tableFault(text: string): Message | undefined {
  const table = firstRows(text, true)
  if (table === undefined) return undefined
  const columns = classificationColumns(table.header, table.rows)
  if (columns?.kind === 'captions') return CAPTIONS
  return columns ? undefined : message('table-needs-columns')
}

/** Spreadsheets call a table with tabs a text. */
export function textTableFault(text: string): Message | undefined {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const table = header.includes('\t') ? firstRows(text, false) : undefined
  const isKnown = table && (classificationColumns(table.header, table.rows) ?? tensorflow.recognises(table.header))
  return isKnown ? message('table-needs-ending') : undefined
}
