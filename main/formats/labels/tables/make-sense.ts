import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type Row, readCorners, type TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { boxOfSize } from '../kit/geometry.ts'
import { numberOf, readEvery } from '../kit/reading.ts'

/** The column of the file's name, between the box and the size of the image. */
export const MAKE_SENSE_FILE = 5

/** makesense.ai: no header; class, upper left corner and size in pixels, file, and the size of the image. */
export const makeSense: TableFormat = {
  id: 'make-sense',
  recognises({ cells }) {
    const numbers = [...cells.slice(1, 5), ...cells.slice(6)]
    return cells.length === 8 && cells[5] !== '' && numbers.every((cell) => numberOf(cell) !== undefined)
  },
  read(rows, { name }) {
    const own = rowsFor(rows, name, ({ cells }) => cells[MAKE_SENSE_FILE] ?? '')
    return own.ok ? readEvery(own.value, readMakeSenseRow) : own
  },
}

export function readMakeSenseRow(row: Row): Result<ReadAnnotation, Refusal> {
  const numbers = readCorners(row, [1, 2, 3, 4])
  if (!numbers.ok) return numbers
  const { x0: x, y0: y, x1: width, y1: height } = numbers.value
  return boxOfSize({ className: row.cells[0] ?? '', place: row.place }, { x, y, width, height })
}
