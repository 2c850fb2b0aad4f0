import type { ToldCounts } from '#core/versions/model'
import type { ReadDb } from '../../kit/db.ts'
import {
  crowdsText,
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
  linesOf: SearchExportStatements['linesOf'],
  { where, bound }: Narrowed,
): Promise<ToldCounts> {
  type Bound = [typeof bound]
  const said = db.prepare<Bound, ToldRow>(toldText(where)).get(bound) ?? { attributes: 0, groups: 0, crowds: 0 }
  const crowds = db.prepare<Bound, OddRow>(crowdsText(where)).all(bound)
  const picked = db.prepare<Bound, Omit<OddRow, 'odd'>>(seqsText(where)).all(bound)
  const labelled = picked.filter(({ shapes }) => shapes > 0)
  const lines: OddRow[] = []
  for (let start = 0; start < labelled.length; start += WINDOW) {
    lines.push(...linesOf.all(JSON.stringify(labelled.slice(start, start + WINDOW).map(({ seq }) => seq))))
    await new Promise(setImmediate)
  }
  return {
    ...said,
    lines: lines.reduce((sum, { odd }) => sum + odd, 0),
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
