import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type Row, readCorners, type TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { boxOfCorners } from '../kit/geometry.ts'
import { numberOf, readAll } from '../kit/reading.ts'

/** RetinaNet: no header; path, corners in pixels, class. A row with a path alone says: nothing here. */
export const retinaNet: TableFormat = {
  id: 'retinanet',
  recognises({ cells }) {
    if (cells.length !== 6 || cells[0] === '') return false
    const values = cells.slice(1, 5)
    return values.every((cell) => numberOf(cell) !== undefined) || cells.slice(1).every((cell) => cell === '')
  },
  read(rows, { name }) {
    const own = rowsFor(rows, name, ({ cells }) => cells[0] ?? '')
    if (!own.ok) return own
    return readAll(own.value, (row) => {
      const object = readRetinaNetRow(row)
      return object.ok ? ok(object.value ? [object.value] : []) : object
    })
  },
}

/** The object of a row; none where the row has but a path. */
export function readRetinaNetRow(row: Row): Result<ReadAnnotation | undefined, Refusal> {
  if (row.cells.slice(1).every((cell) => cell === '')) return ok(undefined)
  const corners = readCorners(row, [1, 2, 3, 4])
  if (!corners.ok) return corners
  return boxOfCorners({ className: row.cells[5] ?? '', place: row.place }, corners.value)
}
