import type { ReadDb } from '../../kit/db.ts'

/** Images of an act that one portion changes. */
export interface Portion {
  readonly act: number
  /** Behind this place. */
  readonly from: number
  /** This place included. */
  readonly to: number
  /** The value that the command gives each: a split, a batch, a state, a moment. */
  readonly value: string | number
}

export interface Begin {
  readonly act: number
  readonly project: string
  readonly images: string
  readonly value: string | number
}

/** Picked images of a project. They are looked up one by one: by `IN` SQLite looks through all images of the project. */
export const PICKED =
  'FROM json_each(@images) picked CROSS JOIN image i ON i.id = picked.value WHERE i.project_id = @project AND i.trashed_at IS NULL'
export const BEFORE = 'b.act_seq = @act AND b.image_seq > @from AND b.image_seq <= @to'
/** Beside other conditions that have an index, such as `trashed_at`, those are written with a `+`: else SQLite goes by them. */
export const PORTION = `(SELECT b.image_seq FROM bulk_before b WHERE ${BEFORE})`
const WAS = '(SELECT b.was FROM bulk_before b WHERE b.act_seq = @act AND b.image_seq = image.seq)'

/** The state of an image that has these labels, was marked so, and was or was not done. */
export function stateAs(isNull: string, isDone: string): string {
  return `CASE WHEN ${isNull} THEN 'done' WHEN shapes = 0 THEN 'todo' WHEN ${isDone} THEN 'done' ELSE 'started' END`
}

/** Noted of a state: `done/1` is an image that holds nothing to label. */
export const STATE_WAS = `i.state || '/' || i.is_null`
const WAS_NULL = `(shapes = 0 AND substr(${WAS}, -1) = '1')`

/** The ways to change an image in which one value takes the place of another; a state is three of them. */
export type BulkWay = 'split' | 'batch' | 'trash' | 'done' | 'nothing' | 'todo'

type Texts = Readonly<Record<BulkWay, string>>

/** Notes before a command: of those images alone that it would change. */
const NOTES: Texts = {
  split: `INSERT INTO bulk_before SELECT @act, i.seq, i.split ${PICKED} AND i.split <> @value`,
  batch: `INSERT INTO bulk_before SELECT @act, i.seq, i.batch_id ${PICKED} AND i.batch_id <> @value`,
  trash: `INSERT INTO bulk_before SELECT @act, i.seq, '' ${PICKED} AND @value IS NOT NULL`,
  done: `INSERT INTO bulk_before SELECT @act, i.seq, ${STATE_WAS} ${PICKED} AND i.shapes > 0 AND i.state <> 'done' AND @value IS NOT NULL`,
  nothing: `INSERT INTO bulk_before SELECT @act, i.seq, ${STATE_WAS} ${PICKED} AND i.shapes = 0 AND i.is_null = 0 AND @value IS NOT NULL`,
  todo: `INSERT INTO bulk_before SELECT @act, i.seq, ${STATE_WAS} ${PICKED} AND i.state = 'done' AND @value IS NOT NULL`,
}

/** How a portion is changed. */
const MAKES: Texts = {
  split: `UPDATE image SET split = @value WHERE seq IN ${PORTION} AND trashed_at IS NULL`,
  batch: `UPDATE image SET batch_id = @value WHERE seq IN ${PORTION} AND trashed_at IS NULL`,
  trash: `UPDATE image SET trashed_at = @value WHERE seq IN ${PORTION} AND trashed_at IS NULL`,
  done: `UPDATE image SET state = 'done', revision = revision + 1
          WHERE seq IN ${PORTION} AND shapes > 0 AND @value IS NOT NULL`,
  nothing: `UPDATE image SET state = 'done', is_null = 1, revision = revision + 1
             WHERE seq IN ${PORTION} AND shapes = 0 AND @value IS NOT NULL`,
  todo: `UPDATE image SET state = ${stateAs('FALSE', 'FALSE')}, is_null = 0, revision = revision + 1
          WHERE seq IN ${PORTION} AND @value IS NOT NULL`,
}

/** How a portion is given back; what is not any more as the act made it stays. */
const RESTORES: Texts = {
  split: `UPDATE image SET split = ${WAS} WHERE seq IN ${PORTION} AND split = @value`,
  batch: `UPDATE image SET batch_id = ${WAS} WHERE seq IN ${PORTION} AND batch_id = @value`,
  trash: `UPDATE OR IGNORE image SET trashed_at = NULL WHERE seq IN ${PORTION} AND +trashed_at = @value`,
  done: restoredState(`state = 'done' AND is_null = 0`),
  nothing: restoredState('is_null = 1'),
  todo: restoredState(`state <> 'done'`),
}

function restoredState(isAsMade: string): string {
  return `UPDATE image SET state = ${stateAs(WAS_NULL, `${WAS} LIKE 'done%'`)}, is_null = ${WAS_NULL}, revision = revision + 1
           WHERE seq IN ${PORTION} AND ${isAsMade} AND @value IS NOT NULL`
}

function eachWay<Statement>(texts: Texts, prepare: (text: string) => Statement): Readonly<Record<BulkWay, Statement>> {
  return {
    split: prepare(texts.split),
    batch: prepare(texts.batch),
    trash: prepare(texts.trash),
    done: prepare(texts.done),
    nothing: prepare(texts.nothing),
    todo: prepare(texts.todo),
  }
}

export type BulkStatements = ReturnType<typeof bulkStatements>

export function bulkStatements(db: ReadDb) {
  const begin = (text: string) => db.prepare<Begin>(text)
  const portion = (text: string) => db.prepare<Portion>(text)
  return {
    picked: db.prepare<{ project: string; images: string }, number>(`SELECT count(*) ${PICKED}`).pluck(),
    note: eachWay(NOTES, begin),
    noteAddedTag: begin(
      `INSERT INTO bulk_before SELECT @act, i.seq, '+' || @value ${PICKED}
          AND NOT EXISTS (SELECT 1 FROM image_tag t WHERE t.image_seq = i.seq AND t.tag = @value)`,
    ),
    noteRemovedTag: begin(
      `INSERT INTO bulk_before SELECT @act, i.seq, '-' || @value ${PICKED}
          AND EXISTS (SELECT 1 FROM image_tag t WHERE t.image_seq = i.seq AND t.tag = @value)`,
    ),
    make: eachWay(MAKES, portion),
    restore: eachWay(RESTORES, portion),
    /** `@value` is the sign of the notes whose tags are put on, or taken away. */
    putTags: portion(
      `INSERT OR IGNORE INTO image_tag SELECT b.image_seq, substr(b.was, 2) FROM bulk_before b
        WHERE ${BEFORE} AND substr(b.was, 1, 1) = @value`,
    ),
    takeTags: portion(
      `DELETE FROM image_tag WHERE (image_seq, tag) IN (
         SELECT b.image_seq, substr(b.was, 2) FROM bulk_before b WHERE ${BEFORE} AND substr(b.was, 1, 1) = @value)`,
    ),
    /** Values given back are forgotten: an undo that is stopped has no more to give back than what is left. */
    forget: db.prepare<Omit<Portion, 'value'>>(
      'DELETE FROM bulk_before WHERE act_seq = @act AND image_seq > @from AND image_seq <= @to',
    ),
    /** The last image of the next portion, and how many images it has. */
    next: db.prepare<{ act: number; from: number; most: number }, { to: number | null; images: number }>(
      `SELECT max(image_seq) AS "to", count(*) AS images
         FROM (SELECT DISTINCT image_seq FROM bulk_before WHERE act_seq = @act AND image_seq > @from ORDER BY image_seq LIMIT @most)`,
    ),
    advance: db.prepare<{ seq: number; to: number; restored: number }>(
      'UPDATE bulk_act SET done_to = @to, restored = restored + @restored WHERE seq = @seq',
    ),
    /** Images of an act whose turn is still to come. */
    left: db
      .prepare<[number, number], number>(
        'SELECT count(DISTINCT image_seq) FROM bulk_before WHERE act_seq = ? AND image_seq > ?',
      )
      .pluck(),
    /** The undo of what is left begins again. */
    leave: db.prepare<{ seq: number; left: number }>(
      `UPDATE bulk_act SET state = 'done', images = @left, restored = 0, done_to = 0 WHERE seq = @seq`,
    ),
  }
}
