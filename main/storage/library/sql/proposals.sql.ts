import type { ReadDb } from '../../kit/db.ts'
import type { ProposalRow } from '../dataset/proposal-rows.ts'

export type ProposalStatements = ReturnType<typeof proposalStatements>

export function proposalStatements(db: ReadDb) {
  return {
    image: db
      .prepare<[string, string], number>('SELECT seq FROM image WHERE project_id = ? AND id = ? AND trashed_at IS NULL')
      .pluck(),
    all: db.prepare<[number], ProposalRow>(
      `SELECT id, place, source, class_name, score, kind, geometry, is_settled
         FROM proposal WHERE image_seq = ? ORDER BY place`,
    ),
    counts: db.prepare<[string | null, number], { kept: number; last: number }>(
      `SELECT count(*) FILTER (WHERE source <> ?) AS kept, coalesce(max(place), -1) AS last
         FROM proposal WHERE image_seq = ?`,
    ),
    add: db.prepare<Omit<ProposalRow, 'is_settled'> & { image_seq: number }>(
      `INSERT INTO proposal (image_seq, id, place, source, class_name, score, kind, geometry)
       VALUES (@image_seq, @id, @place, @source, @class_name, @score, @kind, @geometry)`,
    ),
    removeOf: db.prepare<[number, string]>('DELETE FROM proposal WHERE image_seq = ? AND source = ?'),
    removeAll: db.prepare<[number]>('DELETE FROM proposal WHERE image_seq = ?'),
    isSettled: db
      .prepare<[number, string], number>('SELECT is_settled FROM proposal WHERE image_seq = ? AND id = ?')
      .pluck(),
    settle: db.prepare<[number, number, string]>('UPDATE proposal SET is_settled = ? WHERE image_seq = ? AND id = ?'),
  }
}
