import type { ReadDb } from '../../kit/db.ts'

/** The projects that are searched, as a JSON list. */
export const SCOPE = 'SELECT value FROM json_each(@projects)'

/** Which index a search goes through: `image_search` holds all that a term asks for, `image_facets` begins with the split. */
export type SearchIndex = 'image_search' | 'image_facets'

const FROM = fromIndex('image_search')

function fromIndex(index: SearchIndex): string {
  return `FROM image i INDEXED BY ${index} WHERE i.project_id IN (${SCOPE}) AND i.trashed_at IS NULL`
}

/** One pass finds what matches and notes it down; the count and the page are both taken from that. */
export function pageText(where: string): string {
  return `WITH hit (seq) AS MATERIALIZED (SELECT i.seq ${FROM} AND ${where})
    SELECT (SELECT count(*) FROM hit) AS total,
           (SELECT json_group_array(seq)
              FROM (SELECT seq FROM hit WHERE seq > @after ORDER BY seq LIMIT @limit OFFSET @offset)) AS seqs`
}

/** The page alone: it ends with its last image, so that it costs little where many match. */
export function firstText(where: string): string {
  return `SELECT i.seq ${FROM} AND ${where} AND i.seq > @after ORDER BY i.seq LIMIT @limit OFFSET @offset`
}

export function countText(where: string, index: SearchIndex): string {
  return `SELECT count(*) ${fromIndex(index)} AND ${where}`
}

export function allText(where: string): string {
  return `SELECT i.seq ${FROM} AND ${where} ORDER BY i.seq`
}

export interface FoundRow {
  readonly seq: number
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly split: string
  readonly width: number
  readonly height: number
  readonly added_at: number
  /** JSON: name and shapes of each class, tags, and metadata with its values as JSON texts. */
  readonly classes: string
  readonly tags: string
  readonly metadata: string
}

const UNDESCRIBED = `FROM image i WHERE i.project_id = ? AND i.trashed_at IS NULL AND i.seq > ?
  AND NOT EXISTS (SELECT 1 FROM image_descriptor WHERE image_seq = i.seq)`

export function searchStatements(db: ReadDb) {
  return {
    rows: db.prepare<[string], FoundRow>(
      `SELECT i.seq, i.id, i.project_id, i.name, i.split, i.width, i.height, i.added_at,
              (SELECT json_group_array(json_object('name', c.name, 'shapes', ic.shapes) ORDER BY c.position)
                 FROM image_class ic JOIN label_class c ON c.id = ic.class_id WHERE ic.image_seq = i.seq) AS classes,
              (SELECT json_group_array(tag ORDER BY tag) FROM image_tag WHERE image_seq = i.seq) AS tags,
              (SELECT json_group_object(key, json(value)) FROM image_metadata WHERE image_seq = i.seq AND json_valid(value)) AS metadata
         FROM json_each(?) wanted JOIN image i ON i.seq = wanted.value
        WHERE i.trashed_at IS NULL
        ORDER BY wanted.key`,
    ),
    deletions: db.prepare<[], number>('SELECT count FROM image_deletions').pluck(),
    descriptors: db.prepare<[string], { seq: number; bytes: Buffer }>(
      'SELECT image_seq AS seq, bytes FROM image_descriptor WHERE image_seq IN (SELECT value FROM json_each(?))',
    ),
    descriptorOf: db
      .prepare<[string], Buffer>(
        'SELECT bytes FROM image_descriptor WHERE image_seq = (SELECT seq FROM image WHERE id = ?)',
      )
      .pluck(),
    describe: db.prepare<[Uint8Array, string]>(
      'INSERT OR REPLACE INTO image_descriptor (bytes, image_seq) SELECT ?, seq FROM image WHERE id = ?',
    ),
    undescribed: db.prepare<[string, number, number], { seq: number; id: string; blob: string }>(
      `SELECT i.seq, i.id, i.blob ${UNDESCRIBED} ORDER BY i.seq LIMIT ?`,
    ),
    countUndescribed: db.prepare<[string, number], number>(`SELECT count(*) ${UNDESCRIBED}`).pluck(),
  }
}
