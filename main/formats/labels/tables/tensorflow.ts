import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type BoxColumns, boxColumns, shareWatch } from '../kit/box-columns.ts'
import type { Row, TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { boxOfCorners, boxOfShares } from '../kit/geometry.ts'
import { readAll, withoutClass } from '../kit/reading.ts'

/**
 * TensorFlow's object detection table and its many relatives: a row for each object, columns by their meaning, places in pixels or in
 * shares. A row with a name alone says: nothing here.
 */
export const tensorflow: TableFormat = {
  id: 'tensorflow',
  recognises: (first) => boxColumns(first) !== undefined,
  read([header, ...rows], image) {
    const columns = header && boxColumns(header)
    if (columns === undefined) return refuse('header-row-missing')
    if (!columns.ok) return columns
    const { file, className, box, isNameless = false } = columns.value
    const own = rowsFor(rows, image.name, file)
    if (!own.ok) return own
    const watch = shareWatch()
    for (const row of rows) {
      const corners = box(row)
      if (corners.ok && corners.value) watch.see(corners.value)
    }
    return readAll(own.value, (row) => {
      const corners = box(row)
      if (!corners.ok) return corners
      if (!corners.value) return isNameless || className(row) === '' ? ok([]) : withoutBox(row)
      const labelled = { className: className(row), place: row.place }
      if (labelled.className.trim() === '') return withoutClass(row.place)
      const object = watch.isInShares()
        ? boxOfShares(labelled, corners.value, image.frame)
        : boxOfCorners(labelled, corners.value)
      return object.ok ? ok([object.value]) : object
    })
  },
}

/** The object of a row as the table counts it; none where the row has but a name. */
export function readTensorflowRow(
  { className, box, isNameless = false }: BoxColumns,
  row: Row,
): Result<ReadAnnotation | undefined, Refusal> {
  const corners = box(row)
  if (!corners.ok) return corners
  if (!corners.value) return isNameless || className(row) === '' ? ok(undefined) : withoutBox(row)
  if (className(row).trim() === '') return withoutClass(row.place)
  return boxOfCorners({ className: className(row), place: row.place }, corners.value)
}

function withoutBox({ place }: Row) {
  return refuse('class-without-box', { place })
}
