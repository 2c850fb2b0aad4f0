import type { ReadDb } from '../../kit/db.ts'
import type { ShapeRow } from '../dataset/shape-rows.ts'

export interface HeadRow {
  readonly seq: number
  readonly project_id: string
  readonly name: string
  readonly revision: number
  readonly undo_depth: number
  readonly state: string
  readonly is_null: number
  readonly shapes: number
}

interface EditRow {
  readonly image_seq: number
  readonly position: number
  readonly label: string
  /** JSON, as `proposals` is. */
  readonly changes: string
  readonly proposals: string
  readonly made_at: number
}

/** Labels of that many gestures are told to the screen; all of them are kept. */
const TOLD = 200
export type AnnotationStatements = ReturnType<typeof annotationStatements>

export function annotationStatements(db: ReadDb) {
  return {
    head: db.prepare<[string, string], HeadRow>(
      `SELECT seq, project_id, name, revision, undo_depth, state, is_null, shapes
         FROM image WHERE project_id = ? AND id = ? AND trashed_at IS NULL`,
    ),
    headOf: db.prepare<[number], HeadRow>(
      'SELECT seq, project_id, name, revision, undo_depth, state, is_null, shapes FROM image WHERE seq = ?',
    ),
    shapes: db.prepare<[number], ShapeRow>(
      'SELECT id, class_id, z, origin, kind, geometry FROM shape WHERE image_seq = ? ORDER BY z, id',
    ),
    shape: db.prepare<[number, string], ShapeRow>(
      'SELECT id, class_id, z, origin, kind, geometry FROM shape WHERE image_seq = ? AND id = ?',
    ),
    classOf: db
      .prepare<[string, string], string>('SELECT id FROM label_class WHERE project_id = ? AND name = ?')
      .pluck(),
    hasClass: db.prepare<[string, string], number>('SELECT 1 FROM label_class WHERE project_id = ? AND id = ?').pluck(),
    insertShape: db.prepare<ShapeRow & { area: number; image_seq: number }>(
      `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
       VALUES (@image_seq, @id, @class_id, @z, @origin, @kind, @geometry, @area)`,
    ),
    updateShape: db.prepare<ShapeRow & { area: number; image_seq: number }>(
      `UPDATE shape SET class_id = @class_id, z = @z, origin = @origin, kind = @kind, geometry = @geometry, area = @area
        WHERE image_seq = @image_seq AND id = @id`,
    ),
    deleteShape: db.prepare<[number, string]>('DELETE FROM shape WHERE image_seq = ? AND id = ?'),
    editAt: db.prepare<[number, number], { label: string; changes: string; proposals: string }>(
      'SELECT label, changes, proposals FROM edit WHERE image_seq = ? AND position = ?',
    ),
    dropRedo: db.prepare<[number, number]>('DELETE FROM edit WHERE image_seq = ? AND position > ?'),
    addEdit: db.prepare<EditRow>(
      `INSERT INTO edit (image_seq, position, label, changes, proposals, made_at)
       VALUES (@image_seq, @position, @label, @changes, @proposals, @made_at)`,
    ),
    setDepth: db.prepare<[number, number]>('UPDATE image SET undo_depth = ? WHERE seq = ?'),
    settle: db.prepare<[string, number, number]>(
      'UPDATE image SET revision = revision + 1, state = ?, is_null = ? WHERE seq = ?',
    ),
    undoLabels: db
      .prepare<[number, number], string>(
        `SELECT label FROM (SELECT label, position FROM edit WHERE image_seq = ? AND position <= ? ORDER BY position DESC LIMIT ${TOLD})
          ORDER BY position`,
      )
      .pluck(),
    redoLabels: db
      .prepare<[number, number], string>(
        `SELECT label FROM edit WHERE image_seq = ? AND position > ? ORDER BY position LIMIT ${TOLD}`,
      )
      .pluck(),
  }
}
