import type { Row, TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { shorten, unreadable } from '../kit/reading.ts'
import { wholePicture } from '../kit/whole-picture.ts'

/** The classes of whole pictures: `filename` and a column of 0 or 1 for each class. */
export const multiLabel: TableFormat = {
  id: 'multi-label',
  recognises: ({ cells }) => cells[0]?.toLowerCase() === 'filename' && cells.length >= 2,
  read([header, ...rows], picture) {
    const own = rowsFor(rows, picture.name, ({ cells }) => cells[0] ?? '')
    if (!own.ok) return own
    const odd = own.value.find(({ cells }) => cells.slice(1).some((cell) => !['', '0', '1'].includes(cell)))
    if (!odd) return wholePicture(classesOf(header, own.value))
    const cell = odd.cells.slice(1).find((value) => !['', '0', '1'].includes(value))
    return unreadable(`${odd.place} holds "${shorten(cell ?? '')}" where 0 or 1 belongs; boxes need ${BOX_COLUMNS}`)
  },
}

const BOX_COLUMNS = 'the columns class, xmin, ymin, xmax and ymax'

function classesOf(header: Row | undefined, rows: readonly Row[]): readonly string[] {
  return (header?.cells ?? []).filter((_, column) => column > 0 && rows.some(({ cells }) => cells[column] === '1'))
}
