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
  readonly review: string
}

interface NewOperation {
  readonly image_seq: number
  readonly op: string
  /** JSON: the message that names it. */
  readonly label: string
  readonly actor: string
  readonly actor_name: string
  readonly made_at: number
  /** JSON: the `StoredEdit`. */
  readonly content: string
  readonly edit_id: number | null
  readonly position: number | null
}

/** An entry of the log; `content` of an undo or a redo is that of the edit that it is about. */
export interface LoggedRow extends Pick<NewOperation, 'op' | 'label' | 'content'> {
  readonly id: number
}

export interface OperationRow extends Omit<NewOperation, 'image_seq' | 'content' | 'edit_id'> {
  readonly id: number
  readonly shapes: number
}

/** Where an edit stands on the way back and forth. */
interface StackRow {
  readonly id: number
  readonly label: string
  readonly content: string
}

/** The content of an entry. An undo or a redo refers to an edit; where a class of it was merged since, it has content of its own. */
const CONTENT = `CASE WHEN o.content = '{}' THEN coalesce(e.content, o.content) ELSE o.content END`

/** Labels of that many gestures are told to the screen; all of them are kept. */
const TOLD = 200

const HEAD = 'seq, project_id, name, revision, undo_depth, state, is_null, shapes, review'

export type AnnotationStatements = ReturnType<typeof annotationStatements>

export function annotationStatements(db: ReadDb) {
  return {
    head: db.prepare<[string, string], HeadRow>(
      `SELECT ${HEAD}
         FROM image WHERE project_id = ? AND id = ? AND trashed_at IS NULL`,
    ),
    headOf: db.prepare<[number], HeadRow>(`SELECT ${HEAD} FROM image WHERE seq = ?`),
    shapes: db.prepare<[number], ShapeRow>(
      'SELECT id, class_id, z, origin, kind, geometry, marks FROM shape WHERE image_seq = ? ORDER BY z, id',
    ),
    shape: db.prepare<[number, string], ShapeRow>(
      'SELECT id, class_id, z, origin, kind, geometry, marks FROM shape WHERE image_seq = ? AND id = ?',
    ),
    classOf: db
      .prepare<[string, string], string>('SELECT id FROM label_class WHERE project_id = ? AND name = ?')
      .pluck(),
    hasClass: db.prepare<[string, string], number>('SELECT 1 FROM label_class WHERE project_id = ? AND id = ?').pluck(),
    insertShape: db.prepare<ShapeRow & { area: number; image_seq: number }>(
      `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, marks, area)
       VALUES (@image_seq, @id, @class_id, @z, @origin, @kind, @geometry, @marks, @area)`,
    ),
    updateShape: db.prepare<ShapeRow & { area: number; image_seq: number }>(
      `UPDATE shape SET class_id = @class_id, z = @z, origin = @origin, kind = @kind, geometry = @geometry, marks = @marks,
              area = @area
        WHERE image_seq = @image_seq AND id = @id`,
    ),
    deleteShape: db.prepare<[number, string]>('DELETE FROM shape WHERE image_seq = ? AND id = ?'),
    /** One statement for all: each statement of its own adds to a journal in memory that is walked from its beginning each time. */
    deleteShapes: db.prepare<[number, string]>(
      'DELETE FROM shape WHERE image_seq = ? AND id IN (SELECT value FROM json_each(?))',
    ),
    shapesAmong: db.prepare<[number, string], ShapeRow>(
      `SELECT id, class_id, z, origin, kind, geometry, marks FROM shape
        WHERE image_seq = ? AND id IN (SELECT value FROM json_each(?))`,
    ),
    editAt: db.prepare<[number, number], StackRow>(
      'SELECT id, label, content FROM operation WHERE image_seq = ? AND position = ?',
    ),
    /** Undone edits can no longer be repeated; the log keeps them. */
    dropRedo: db.prepare<[number, number]>('UPDATE operation SET position = NULL WHERE image_seq = ? AND position > ?'),
    addOperation: db.prepare<NewOperation>(
      `INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content, edit_id, position)
       VALUES (@image_seq, @op, @label, @actor, @actor_name, @made_at, @content, @edit_id, @position)`,
    ),
    operations: db.prepare<[number, number, number], OperationRow>(
      `SELECT o.id, o.op, o.label, o.actor, o.actor_name, o.made_at, o.position,
              CASE WHEN json_valid(${CONTENT}) AND json_valid(coalesce(o.content, '{}'))
                THEN coalesce(json_array_length(${CONTENT}, '$.changes'), 0)
                  + coalesce(json_array_length(${CONTENT}, '$.strokes'), 0)
                  + coalesce(json_array_length(o.content, '$.reclassed.shapes'), 0)
                -- Damaged: the entry is listed all the same, and says so when its labels are asked for.
                ELSE 0 END AS shapes
         FROM operation o LEFT JOIN operation e ON e.id = o.edit_id
        WHERE o.image_seq = ? ORDER BY o.id DESC LIMIT ? OFFSET ?`,
    ),
    operationCount: db.prepare<[number], number>('SELECT count(*) FROM operation WHERE image_seq = ?').pluck(),
    hasOperation: db
      .prepare<[number, number], number>('SELECT 1 FROM operation WHERE image_seq = ? AND id = ?')
      .pluck(),
    operationsAfter: db.prepare<[number, number], LoggedRow>(
      `SELECT o.id, o.op, o.label, ${CONTENT} AS content
         FROM operation o LEFT JOIN operation e ON e.id = o.edit_id
        WHERE o.image_seq = ? AND o.id > ? ORDER BY o.id DESC`,
    ),
    sketch: db.prepare<[number], string>('SELECT content FROM sketch WHERE image_seq = ?').pluck(),
    keepSketch: db.prepare<[number, string]>(
      'INSERT INTO sketch (image_seq, content) VALUES (?, ?) ON CONFLICT (image_seq) DO UPDATE SET content = excluded.content',
    ),
    dropSketch: db.prepare<[number]>('DELETE FROM sketch WHERE image_seq = ?'),
    setDepth: db.prepare<[number, number]>('UPDATE image SET undo_depth = ? WHERE seq = ?'),
    settle: db.prepare<[string, number, number]>(
      'UPDATE image SET revision = revision + 1, state = ?, is_null = ? WHERE seq = ?',
    ),
    undoLabels: db
      .prepare<[number, number], string>(
        `SELECT label FROM (SELECT label, position FROM operation WHERE image_seq = ? AND position <= ? ORDER BY position DESC LIMIT ${TOLD})
          ORDER BY position`,
      )
      .pluck(),
    redoLabels: db
      .prepare<[number, number], string>(
        `SELECT label FROM operation WHERE image_seq = ? AND position > ? ORDER BY position LIMIT ${TOLD}`,
      )
      .pluck(),
  }
}
