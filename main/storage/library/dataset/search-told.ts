import type { ToldCounts } from '#core/versions/model'
import type { ReadDb } from '../../kit/db.ts'
import {
  crowdsText,
  type FormsRow,
  type OddRow,
  type SearchExportStatements,
  seqsText,
  type ToldRow,
  toldText,
} from '../sql/search-exports.sql.ts'

/** The picked images, as SQL. */
export interface Narrowed {
  readonly where: string
  readonly bound: Record<string, string | number>
}

/** As many images at a time as take some milliseconds. */
const WINDOW = 500

/** Facts in the labels of the picked images that not every format has a place for. */
export async function toldOf(
  db: ReadDb,
  formsOf: SearchExportStatements['formsOf'],
  { where, bound }: Narrowed,
): Promise<ToldCounts> {
  type Bound = [typeof bound]
  const said = db.prepare<Bound, ToldRow>(toldText(where)).get(bound) ?? { attributes: 0, groups: 0, crowds: 0 }
  const crowds = db.prepare<Bound, OddRow>(crowdsText(where)).all(bound)
  const picked = db.prepare<Bound, Omit<OddRow, 'odd'>>(seqsText(where)).all(bound)
  const labelled = picked.filter(({ shapes }) => shapes > 0)
  const forms: FormsRow[] = []
  for (let start = 0; start < labelled.length; start += WINDOW) {
    forms.push(...formsOf.all(JSON.stringify(labelled.slice(start, start + WINDOW).map(({ seq }) => seq))))
    await new Promise(setImmediate)
  }
  const sumOf = (kind: 'odd' | 'outlines' | 'turned' | 'classes') => forms.reduce((sum, row) => sum + row[kind], 0)
  const lines = forms.filter(({ odd }) => odd > 0)
  return {
    ...said,
    outlines: sumOf('outlines'),
    turned: sumOf('turned'),
    classes: sumOf('classes'),
    lines: sumOf('odd'),
    images: { lines: allOdd(lines), crowds: allOdd(crowds), both: allOdd(together(lines, crowds)) },
    nulls: picked.length - labelled.length,
  }
}

function allOdd(rows: readonly OddRow[]): number {
  return rows.filter(({ shapes, odd }) => odd >= shapes).length
}

function together(lines: readonly OddRow[], crowds: readonly OddRow[]): readonly OddRow[] {
  const sums = new Map(lines.map((row) => [row.seq, row]))
  for (const row of crowds) sums.set(row.seq, { ...row, odd: row.odd + (sums.get(row.seq)?.odd ?? 0) })
  return [...sums.values()]
}
