import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import {
  CORNERS,
  type Columns,
  columnsOf,
  namesColumns,
  type Row,
  readNamedCorners,
  type TableFormat,
} from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { boxOfCorners } from '../kit/geometry.ts'
import { readAll } from '../kit/reading.ts'

/** TensorFlow's object detection table: a row for each object, corners in pixels. A row with a name alone says: nothing here. */
export const tensorflow: TableFormat = {
  id: 'tensorflow',
  recognises: (first) => namesColumns(first, 'filename', 'class', ...CORNERS),
  read(rows, picture) {
    const columns = columnsOf(rows)
    const own = rowsFor(columns.rows, picture.name, (row) => columns.text(row, 'filename'))
    if (!own.ok) return own
    return readAll(own.value, (row) => {
      const object = readTensorflowRow(columns, row)
      return object.ok ? ok(object.value ? [object.value] : []) : object
    })
  },
}

/** The object of a row; none where the row has but a name. */
export function readTensorflowRow(columns: Columns, row: Row): Result<ReadAnnotation | undefined, Refusal> {
  if (['class', ...CORNERS].every((name) => columns.text(row, name) === '')) return ok(undefined)
  const corners = readNamedCorners(columns, row)
  if (!corners.ok) return corners
  return boxOfCorners({ className: columns.text(row, 'class'), place: row.place }, corners.value)
}
