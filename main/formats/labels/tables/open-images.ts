import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
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
import { boxOfShares } from '../kit/geometry.ts'
import { numberOf, readEvery } from '../kit/reading.ts'
import { withBeside } from '../kit/said/said.ts'
import { scored } from '../kit/score.ts'

/** Open Images: a row for each object, corners as shares of the image. */
export const openImages: TableFormat = {
  id: 'open-images',
  recognises: (first) => namesColumns(first, 'imageid', 'labelname', ...CORNERS),
  read(rows, { name, frame }) {
    const columns = columnsOf(rows)
    const own = rowsFor(columns.rows, name, (row) => columns.text(row, 'imageid'))
    if (!own.ok) return own
    return readEvery(own.value, (row) => readOpenImagesRow(columns, row, frame))
  },
}

export function readOpenImagesRow(columns: Columns, row: Row, frame: Size): Result<ReadAnnotation, Refusal> {
  const corners = readNamedCorners(columns, row)
  if (!corners.ok) return corners
  const labelled = { className: columns.text(row, 'labelname'), place: row.place }
  const score = numberOf(columns.text(row, 'confidence'))
  const isCrowd = columns.text(row, 'isgroupof') === '1'
  return withBeside(scored(boxOfShares(labelled, corners.value, frame), score), { isCrowd })
}
