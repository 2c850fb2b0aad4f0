import type { ReadDb } from '../../kit/db.ts'
import type { ShapeRow } from '../dataset/shape-rows.ts'
import { PICKED, PORTION } from './bulk.sql.ts'

interface LookedAt {
  readonly project: string
  readonly images: string
  readonly into: string
}

/** A label as it is stored, with the number of its points where it has some. */
export interface CarriedRow extends ShapeRow {
  readonly area: number
  readonly points: number
}

/** The columns that decide on the outcome of an annotation. */
export type LightRow = Pick<CarriedRow, 'class_id' | 'kind' | 'marks' | 'points'>

/** A transfer that is not over. */
export interface UnderWayRow {
  readonly seq: number
  readonly project_id: string
  readonly act: string
  readonly done_to: number
  readonly made_at: number
}

interface Copied {
  readonly seq: number
  readonly fresh: number | bigint
}

const POINTS = `CASE WHEN kind = 'keypoints' THEN json_array_length(geometry, '$.points') ELSE 0 END AS points`
const IS_THERE =
  'EXISTS (SELECT 1 FROM image t WHERE t.project_id = @into AND t.blob = i.blob AND t.trashed_at IS NULL)'

export type TransferStatements = ReturnType<typeof transferStatements>

export function transferStatements(db: ReadDb) {
  return {
    type: db.prepare<[string], string>('SELECT type FROM project WHERE id = ? AND trashed_at IS NULL').pluck(),
    /** A few of a project's many: they are looked up one by one, and not by looking through the project. */
    images: db.prepare<LookedAt, { seq: number; name: string; is_there: number }>(
      `SELECT i.seq, i.name, ${IS_THERE} AS is_there FROM json_each(@images) wanted CROSS JOIN image i ON i.id = wanted.value
        WHERE i.project_id = @project AND i.trashed_at IS NULL`,
    ),
    light: db.prepare<[number], LightRow>(
      `SELECT class_id, kind, marks, ${POINTS} FROM shape WHERE image_seq = ? ORDER BY z, id`,
    ),
    labels: db.prepare<[number], CarriedRow>(
      `SELECT id, class_id, z, origin, kind, geometry, marks, area, ${POINTS} FROM shape WHERE image_seq = ? ORDER BY z, id`,
    ),
    underWay: db.prepare<[string], UnderWayRow>(
      `SELECT seq, project_id, act, done_to, made_at FROM bulk_act WHERE id = ? AND state = 'doing'`,
    ),
    note: db.prepare<LookedAt & { readonly act: number }>(
      `INSERT OR IGNORE INTO bulk_before SELECT @act, i.seq, '' ${PICKED} AND NOT ${IS_THERE}`,
    ),
    next: db
      .prepare<[number, number], number>(
        'SELECT image_seq FROM bulk_before WHERE act_seq = ? AND image_seq > ? ORDER BY image_seq LIMIT 200',
      )
      .pluck(),
    passed: db
      .prepare<[number, number], number>('SELECT count(*) FROM bulk_before WHERE act_seq = ? AND image_seq <= ?')
      .pluck(),
    /** Of images that went over the identifier of the copy is noted. */
    noteCopy: db.prepare<Copied & { readonly act: number }>(
      `UPDATE bulk_before SET was = (SELECT id FROM image WHERE seq = @fresh)
        WHERE act_seq = @act AND image_seq = @seq AND was = ''`,
    ),
    copied: db.prepare<[number], number>(`SELECT count(*) FROM bulk_before WHERE act_seq = ? AND was <> ''`).pluck(),
    forgetOthers: db.prepare<[number]>(`DELETE FROM bulk_before WHERE act_seq = ? AND was = ''`),
    /** Of those that a stopped transfer has not come to. */
    forgetSomeAhead: db.prepare<{ seq: number; done_to: number }>(
      `DELETE FROM bulk_before WHERE act_seq = @seq AND was = '' AND image_seq IN (
         SELECT image_seq FROM bulk_before WHERE act_seq = @seq AND image_seq > @done_to ORDER BY image_seq LIMIT 2000)`,
    ),
    advance: db.prepare<{ seq: number; to: number; act: string }>(
      'UPDATE bulk_act SET act = @act, done_to = @to WHERE seq = @seq',
    ),
    trash: db.prepare<[number, number]>('UPDATE image SET trashed_at = ? WHERE seq = ?'),
    touch: db.prepare<[string]>(`UPDATE project SET updated_at = unixepoch('subsec') WHERE id = ?`),
    /** In the color and with the key that it has, unless a class of the target has them. */
    addClass: db.prepare<{ into: string; from: string; hasPoints: number }>(
      `INSERT INTO label_class (id, project_id, name, color, position, skeleton, chord, attributes)
       SELECT lower(hex(randomblob(10))), @into, c.name,
              iif(c.color IN (SELECT t.color FROM label_class t WHERE t.project_id = @into),
                  (SELECT max(t.color) + 1 FROM label_class t WHERE t.project_id = @into), c.color),
              (SELECT coalesce(max(t.position), -1) + 1 FROM label_class t WHERE t.project_id = @into),
              iif(@hasPoints, c.skeleton, NULL),
              iif(c.chord IN (SELECT t.chord FROM label_class t WHERE t.project_id = @into AND t.chord IS NOT NULL), NULL, c.chord),
              c.attributes
         FROM label_class c WHERE c.id = @from
           ON CONFLICT (project_id, name) DO NOTHING`,
    ),
    classOf: db
      .prepare<[string, string], string>('SELECT id FROM label_class WHERE project_id = ? AND name = ?')
      .pluck(),
    addShape: db.prepare<Omit<CarriedRow, 'points'> & { readonly fresh: number | bigint }>(
      `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, marks, area)
       VALUES (@fresh, @id, @class_id, @z, @origin, @kind, @geometry, @marks, @area)`,
    ),
    /** Predictions name classes, so they wait in the copy as in the original. Those that the log is about are settled. */
    proposals: db.prepare<Copied & { readonly kinds: string; readonly isWithSettled: number }>(
      `INSERT INTO proposal (image_seq, id, place, source, class_name, score, kind, geometry, is_settled)
       SELECT @fresh, id, place, source, class_name, score, kind, geometry, is_settled FROM proposal
        WHERE image_seq = @seq AND is_settled <= @isWithSettled AND kind IN (SELECT value FROM json_each(@kinds))`,
    ),
    /** Once: another revision of an approved image is not the one that was approved. */
    stand: db.prepare<{ readonly fresh: number | bigint; readonly review: string; readonly like: number | null }>(
      `UPDATE image SET review = @review,
              revision = coalesce((SELECT o.revision FROM image o WHERE o.seq = @like), 0),
              undo_depth = coalesce((SELECT o.undo_depth FROM image o WHERE o.seq = @like), 0)
        WHERE seq = @fresh`,
    ),
  }
}

interface Entry {
  readonly op: string
  readonly label: string
  readonly actor: string
  readonly actor_name: string
  readonly made_at: number
  readonly content: string
  readonly edit_id: number | bigint | null
  readonly position: number | null
}

export type HistoryStatements = ReturnType<typeof historyStatements>

/** The log of an image as it is, and as its copy gets it. */
export function historyStatements(db: ReadDb) {
  return {
    operations: db.prepare<[number], Entry & { readonly id: number; readonly edit_id: number | null }>(
      `SELECT id, op, label, actor, actor_name, made_at, content, edit_id, position
         FROM operation WHERE image_seq = ? ORDER BY id`,
    ),
    addOperation: db.prepare<Entry & { readonly fresh: number | bigint }>(
      `INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content, edit_id, position)
       VALUES (@fresh, @op, @label, @actor, @actor_name, @made_at, @content, @edit_id, @position)`,
    ),
    sketch: db.prepare<Copied>('INSERT INTO sketch SELECT @fresh, content FROM sketch WHERE image_seq = @seq'),
  }
}

interface Undone {
  readonly act: number
  readonly from: number
  readonly to: number
  /** The moment of the act. */
  readonly at: number
}

export type TransferUndoStatements = ReturnType<typeof transferUndoStatements>

/** Statements that take a portion of a transfer back. */
export function transferUndoStatements(db: ReadDb) {
  const copies = `SELECT b.was FROM bulk_before b JOIN image o ON o.seq = b.image_seq
                   WHERE b.act_seq = @act AND b.image_seq > @from AND b.image_seq <= @to`
  return {
    begin: db.prepare<[number]>(
      `UPDATE bulk_act SET act = json_set(act, '$.undoneAt', unixepoch('subsec')) WHERE seq = ?`,
    ),
    /** An original whose bytes came in again meanwhile stays where it is. */
    restore: db.prepare<Undone>(
      `UPDATE OR IGNORE image SET trashed_at = NULL WHERE seq IN ${PORTION} AND +trashed_at = @at`,
    ),
    /** A copy without an original to take its place stays. */
    trashMoved: db.prepare<Undone>(
      `UPDATE image SET trashed_at = @at WHERE trashed_at IS NULL AND id IN (${copies} AND o.trashed_at IS NULL)`,
    ),
    trashCopied: db.prepare<Undone>(`UPDATE image SET trashed_at = @at WHERE trashed_at IS NULL AND id IN (${copies})`),
  }
}
