import type { Comment, CommentWords } from '#common/annotation/comment'
import { brand } from '#common/border'
import type { CommentId } from '#common/ids'
import type { CommentedImage, CommentRepository } from '#core/annotation/comments/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { dateOrOldest, toSeconds } from '../columns.ts'

interface CommentRow {
  readonly id: string
  readonly parent_id: string | null
  readonly x: number | null
  readonly y: number | null
  readonly body: string
  readonly by_name: string
  readonly made_at: number
  readonly edited_at: number | null
  readonly resolved_at: number | null
  readonly resolved_by: string
}

/** Time in which deleted comments can be restored. */
const KEPT_SECONDS = 30 * 86_400

const LIVE_IMAGE = 'SELECT seq FROM image WHERE project_id = @project AND id = @image AND trashed_at IS NULL'
const MEANT = `id = @id AND image_seq = (${LIVE_IMAGE})`

export function commentRepository(db: ReadDb, commits: CommitQueue): CommentRepository {
  const sql = commentStatements(db)
  const at = ({ projectId, image }: CommentedImage) => ({ project: projectId, image })

  return {
    async list(of) {
      return toThreads(sql.list.all(at(of)))
    },
    add: (to, { id, place, parent = null, text, by, at: made }) =>
      commits.run(() => {
        const where = { x: place?.x ?? null, y: place?.y ?? null }
        return sql.add.run({ ...at(to), ...where, id, parent, text, by, at: toSeconds(made) }).changes === 1
      }),
    edit: (of, id, { text, by, at: edited }) =>
      commits.run(() => sql.edit.run({ ...at(of), id, text, by, at: toSeconds(edited) }).changes === 1),
    undoEdit: (of, id, { by, edited }) =>
      commits.run(() => sql.undoEdit.run({ ...at(of), id, by, edited: toSeconds(edited) }).changes === 1),
    resolve: (of, id, resolved) =>
      commits.run(() => {
        const when = resolved && toSeconds(resolved.at)
        return sql.resolve.run({ ...at(of), id, at: when, by: resolved?.by ?? '' }).changes === 1
      }),
    remove: (of, id, when) =>
      commits.run(() => {
        sql.forget.run(toSeconds(when) - KEPT_SECONDS)
        return sql.remove.run({ ...at(of), id, at: toSeconds(when) }).changes === 1
      }),
    restore: (of, id) => commits.run(() => sql.restore.run({ ...at(of), id }).changes === 1),
  }
}

function commentStatements(db: ReadDb) {
  return {
    list: db.prepare<Record<string, string>, CommentRow>(
      `SELECT id, parent_id, x, y, body, by_name, made_at, edited_at, resolved_at, resolved_by
         FROM comment
        WHERE image_seq = (${LIVE_IMAGE}) AND deleted_at IS NULL ORDER BY made_at, rowid`,
    ),
    /** A reply only to a thread that is there. */
    add: db.prepare<Record<string, string | number | null>>(
      `INSERT INTO comment (id, image_seq, parent_id, x, y, body, by_name, made_at)
       SELECT @id, i.seq, @parent, @x, @y, @text, @by, @at FROM image i
        WHERE i.seq = (${LIVE_IMAGE})
          AND (@parent IS NULL OR EXISTS (SELECT 1 FROM comment p WHERE p.id = @parent AND p.image_seq = i.seq
                                             AND p.parent_id IS NULL AND p.deleted_at IS NULL))`,
    ),
    edit: db.prepare<Record<string, string | number>>(
      `UPDATE comment SET body = @text, edited_at = @at, words_before = body, edited_before = edited_at
        WHERE ${MEANT} AND by_name = @by AND deleted_at IS NULL`,
    ),
    undoEdit: db.prepare<Record<string, string | number>>(
      `UPDATE comment SET body = words_before, edited_at = edited_before, words_before = NULL, edited_before = NULL
        WHERE ${MEANT} AND by_name = @by AND deleted_at IS NULL AND edited_at = @edited AND words_before IS NOT NULL`,
    ),
    resolve: db.prepare<Record<string, string | number | null>>(
      `UPDATE comment SET resolved_at = @at, resolved_by = @by WHERE ${MEANT} AND parent_id IS NULL AND deleted_at IS NULL`,
    ),
    remove: db.prepare<Record<string, string | number>>(
      `UPDATE comment SET deleted_at = @at WHERE ${MEANT} AND deleted_at IS NULL`,
    ),
    restore: db.prepare<Record<string, string>>(
      `UPDATE comment SET deleted_at = NULL WHERE ${MEANT} AND deleted_at IS NOT NULL`,
    ),
    forget: db.prepare<[number]>('DELETE FROM comment WHERE deleted_at < ?'),
  }
}

/** Replies stand with what they reply to; those of a thread that was taken away are not shown either. */
function toThreads(rows: readonly CommentRow[]): Comment[] {
  const replies = Map.groupBy(rows, ({ parent_id }) => parent_id)
  return rows
    .filter(({ parent_id }) => parent_id === null)
    .map((row) => ({
      ...toWords(row),
      place: row.x === null || row.y === null ? null : { x: row.x, y: row.y },
      resolved: row.resolved_at === null ? null : { by: row.resolved_by, at: momentOf(row.resolved_at) },
      replies: (replies.get(row.id) ?? []).map(toWords),
    }))
}

function toWords({ id, body, by_name, made_at, edited_at }: CommentRow): CommentWords {
  const edited = edited_at === null ? null : momentOf(edited_at)
  return { id: brand<CommentId>(id), text: body, by: by_name, at: momentOf(made_at), edited }
}

function momentOf(seconds: number): string {
  return dateOrOldest(seconds).toISOString()
}
