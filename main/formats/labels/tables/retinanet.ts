import { readCorners, type TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { boxOfCorners } from '../kit/geometry.ts'
import { numberOf, readEach } from '../kit/reading.ts'

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
    const filled = own.value.filter(({ cells }) => cells.slice(1).some((cell) => cell !== ''))
    return readEach(filled, (row) => {
      const corners = readCorners(row, [1, 2, 3, 4])
      if (!corners.ok) return corners
      return boxOfCorners({ className: row.cells[5] ?? '', place: row.place }, corners.value)
    })
  },
}
