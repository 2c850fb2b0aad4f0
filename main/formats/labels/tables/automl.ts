import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type Row, readCorners, type TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { boxOfShares } from '../kit/geometry.ts'
import { readEvery } from '../kit/reading.ts'

/** The columns of the first corner and of the third; those of the second and the fourth say nothing new, and may be empty. */
const CORNERS = [3, 4, 7, 8]

const SETS = /^(?:train|training|validation|validate|test|unassigned)$/i

/**
 * AutoML: no header; set, path, class, and the four corners of a box as shares of the image. A row with a path alone says:
 * nothing here.
 */
export const autoMl: TableFormat = {
  id: 'automl',
  recognises: ({ cells: [set = '', path = ''] }) => SETS.test(set) && path !== '',
  read(rows, { name, frame }) {
    const own = rowsFor(rows, name, ({ cells }) => cells[1] ?? '')
    if (!own.ok) return own
    const filled = own.value.filter(({ cells }) => cells.slice(2).some((cell) => cell !== ''))
    return readEvery(filled, (row) => readAutoMlRow(row, frame))
  },
}

/** The box of a row that has one. */
export function readAutoMlRow(row: Row, frame: Size): Result<ReadAnnotation, Refusal> {
  const corners = readCorners(row, CORNERS)
  if (!corners.ok) return corners
  return boxOfShares({ className: row.cells[2] ?? '', place: row.place }, corners.value, frame)
}
