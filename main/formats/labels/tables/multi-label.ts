import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Row, TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { readEvery, shorten } from '../kit/reading.ts'
import { wholeImage } from '../kit/whole-image.ts'

/** The classes of whole images: `filename` and a column of 0 or 1 for each class. */
export const multiLabel: TableFormat = {
  id: 'multi-label',
  recognises: ({ cells }) => cells[0]?.toLowerCase() === 'filename' && cells.length >= 2,
  read([header, ...rows], image) {
    const own = rowsFor(rows, image.name, ({ cells }) => cells[0] ?? '')
    if (!own.ok) return own
    const classes = readEvery(own.value, (row) => readMultiLabelRow(header, row))
    return classes.ok ? wholeImage(classes.value.flat()) : classes
  },
}

/** The classes whose column holds 1. */
export function readMultiLabelRow(header: Row | undefined, { cells, place }: Row): Result<readonly string[], Refusal> {
  const odd = cells.slice(1).find((value) => !['', '0', '1'].includes(value))
  if (odd === undefined) return ok((header?.cells ?? []).filter((_, column) => column > 0 && cells[column] === '1'))
  return refuse('mark-not-zero-or-one', { place, text: shorten(odd) })
}
