import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { readViaRegion, ViaRegion } from '../json/via.ts'
import { type Columns, columnsOf, namesColumns, type Row, type TableFormat } from '../kit/csv.ts'
import { rowsFor } from '../kit/entries.ts'
import { parseJson } from '../kit/json.ts'
import { readEvery } from '../kit/reading.ts'

/** VGG Image Annotator's table: outlines and attributes as JSON in cells. A row without an outline says: nothing here. */
export const viaCsv: TableFormat = {
  id: 'via-csv',
  recognises: (first) => namesColumns(first, 'region_shape_attributes', 'region_attributes'),
  read(rows, image) {
    const columns = columnsOf(rows)
    const nameColumn = rows[0]?.cells[0]?.toLowerCase() ?? ''
    const own = rowsFor(columns.rows, image.name, (row) => columns.text(row, nameColumn))
    if (!own.ok) return own
    const filled = own.value.filter((row) => hasOutline(columns, row))
    return readEvery(filled, (row) => readViaRow(columns, row))
  },
}

export function hasOutline(columns: Columns, row: Row): boolean {
  return !['', '{}'].includes(columns.text(row, 'region_shape_attributes'))
}

export function readViaRow(columns: Columns, row: Row): Result<ReadAnnotation, Refusal> {
  const region = ViaRegion.safeParse({
    shape_attributes: parseJson(columns.text(row, 'region_shape_attributes')),
    region_attributes: parseJson(columns.text(row, 'region_attributes') || '{}'),
  })
  if (region.success) return readViaRegion(region.data, row.place)
  return refuse('via-outline-missing', { place: row.place })
}
