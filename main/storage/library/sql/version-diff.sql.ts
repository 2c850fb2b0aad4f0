import type { ReadDb } from '../../kit/db.ts'
import { SOURCE, type SourceRow } from './versions.sql.ts'

export interface PlaceRow {
  readonly position: number
  readonly image_id: string
}

/** A source and its place in the list that it was asked for with. */
export interface PairedRow extends SourceRow {
  readonly pair: number
}

export function versionDiffStatements(db: ReadDb) {
  return {
    places: db.prepare<[number, number, number], PlaceRow>(
      'SELECT position, image_id FROM version_source WHERE version_id = ? AND position > ? ORDER BY position LIMIT ?',
    ),
    // A JSON list of positions; nothing is found for null.
    sourcesAt: db.prepare<[string, number], PairedRow>(
      `SELECT p.key AS pair, ${SOURCE} FROM json_each(?) p
         CROSS JOIN version_source ON version_id = ? AND position = p.value`,
    ),
  }
}
