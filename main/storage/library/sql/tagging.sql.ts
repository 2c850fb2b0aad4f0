import type { ReadDb } from '../../kit/db.ts'

export type TaggingStatements = ReturnType<typeof taggingStatements>

export function taggingStatements(db: ReadDb) {
  return {
    find: db.prepare<[string, number], { seq: number; project: string }>(
      `SELECT i.seq, p.slug AS project FROM image i JOIN project p ON p.id = i.project_id
        WHERE i.id = ? AND p.workspace_id = ? AND i.trashed_at IS NULL AND p.trashed_at IS NULL`,
    ),
    tags: db
      .prepare<[string], string>(
        'SELECT t.tag FROM image i JOIN image_tag t ON t.image_seq = i.seq WHERE i.id = ? ORDER BY t.tag',
      )
      .pluck(),
    clearTags: db.prepare<[number]>('DELETE FROM image_tag WHERE image_seq = ?'),
    removeTags: db.prepare<[number, string]>(
      'DELETE FROM image_tag WHERE image_seq = ? AND tag IN (SELECT value FROM json_each(?))',
    ),
    addTags: db.prepare<[number, string]>('INSERT OR IGNORE INTO image_tag SELECT ?, value FROM json_each(?)'),
    removeMetadata: db.prepare<[number, string]>(
      'DELETE FROM image_metadata WHERE image_seq = ? AND key IN (SELECT value FROM json_each(?))',
    ),
    setMetadata: db.prepare<[number, string, string]>(
      `INSERT INTO image_metadata (image_seq, key, value) VALUES (?, ?, ?)
           ON CONFLICT (image_seq, key) DO UPDATE SET value = excluded.value`,
    ),
  }
}
