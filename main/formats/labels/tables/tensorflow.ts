import { CORNERS, columnsOf, namesColumns, readNamedCorners, type TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { boxOfCorners } from '../kit/geometry.ts'
import { readEach } from '../kit/reading.ts'

/** TensorFlow's object detection table: a row for each object, corners in pixels. A row with a name alone says: nothing here. */
export const tensorflow: TableFormat = {
  id: 'tensorflow',
  recognises: (first) => namesColumns(first, 'filename', 'class', ...CORNERS),
  read(rows, picture) {
    const columns = columnsOf(rows)
    const own = rowsFor(columns.rows, picture.name, (row) => columns.text(row, 'filename'))
    if (!own.ok) return own
    const filled = own.value.filter((row) => ['class', ...CORNERS].some((name) => columns.text(row, name) !== ''))
    return readEach(filled, (row) => {
      const corners = readNamedCorners(columns, row)
      if (!corners.ok) return corners
      return boxOfCorners({ className: columns.text(row, 'class'), place: row.place }, corners.value)
    })
  },
}
