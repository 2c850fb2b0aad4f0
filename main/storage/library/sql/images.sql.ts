import type { ReadDb } from '../../kit/db.ts'
import type { ShapeRow } from '../dataset/shape-rows.ts'

export interface CardRow {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  readonly split: string
  readonly state: string
  readonly is_null: number
  readonly shapes: number
  readonly proposals: number
  readonly review: string
  readonly open_comments: number
  readonly color: string
}

export interface DetailsRow extends CardRow {
  readonly batch_id: string
  readonly batch_name: string
  readonly bytes: number
  readonly format: string
  readonly added_at: number
  readonly source_url: string | null
  readonly sequence_number: number | null
  readonly sequence_size: number | null
  readonly inference_id: string | null
  readonly tags: string
  readonly metadata: string
}

/** An image in a table; lists are JSON. */
export interface TableRow extends CardRow {
  readonly batch: string
  readonly bytes: number
  readonly added_at: number
  readonly tags: string
  readonly classes: string
}

export interface StoredRow {
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly blob: string
  readonly bytes: number
  readonly format: string
  readonly width: number
  readonly height: number
}

/** Columns of an image in a grid. */
const CARD =
  'i.id, i.name, i.width, i.height, i.split, i.state, i.is_null, i.shapes, i.proposals, i.review, i.open_comments, i.color'
const STORED = 'id, project_id, name, blob, bytes, format, width, height'

export type ImageStatements = ReturnType<typeof imageStatements>

export function imageStatements(db: ReadDb) {
  return {
    insert: db.prepare<Record<string, string | number | null>>(
      `INSERT INTO image (id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at,
                          source_url, sequence_number, sequence_size, inference_id)
       VALUES (@id, @project, @batch, @name, @blob, @bytes, @format, @width, @height, @color, @brightness, @split, @addedAt,
               @sourceUrl, @sequenceNumber, @sequenceSize, @inferenceId)`,
    ),
    seq: db.prepare<[string], number>('SELECT seq FROM image WHERE id = ? AND trashed_at IS NULL').pluck(),
    describe: db.prepare<[number | bigint, Uint8Array]>('INSERT INTO image_descriptor VALUES (?, ?)'),
    mark: db.prepare<[string, string]>("INSERT INTO import_mark VALUES (?, 'added', ?, '')"),
    touch: db.prepare<[number, string]>('UPDATE project SET updated_at = ? WHERE id = ?'),
    byContent: db.prepare<[string, string], { id: string; name: string }>(
      'SELECT id, name FROM image WHERE project_id = ? AND blob = ? AND trashed_at IS NULL',
    ),
    byId: db.prepare<[string, string], StoredRow>(
      `SELECT ${STORED} FROM image WHERE project_id = ? AND id = ? AND trashed_at IS NULL`,
    ),
    anywhere: db.prepare<[string], StoredRow>(`SELECT ${STORED} FROM image WHERE id = ?`),
    live: db.prepare<[string], StoredRow>(
      `SELECT ${STORED} FROM image WHERE id = ? AND trashed_at IS NULL
          AND EXISTS (SELECT 1 FROM project WHERE project.id = image.project_id AND project.trashed_at IS NULL)`,
    ),
    cards: db.prepare<[string], CardRow & { seq: number }>(
      `SELECT i.seq, ${CARD} FROM json_each(?) wanted JOIN image i ON i.seq = wanted.value ORDER BY wanted.key`,
    ),
    rows: db.prepare<[string], TableRow>(
      `SELECT ${CARD}, i.bytes, i.added_at,
              (SELECT name FROM batch WHERE id = i.batch_id) AS batch,
              (SELECT json_group_array(tag ORDER BY tag) FROM image_tag WHERE image_seq = i.seq) AS tags,
              (SELECT json_group_array(json_object('id', c.id, 'shapes', ic.shapes) ORDER BY c.position)
                 FROM image_class ic JOIN label_class c ON c.id = ic.class_id WHERE ic.image_seq = i.seq) AS classes
         FROM json_each(?) wanted JOIN image i ON i.seq = wanted.value ORDER BY wanted.key`,
    ),
    details: db.prepare<[string, string], DetailsRow>(
      `SELECT ${CARD}, i.bytes, i.format, i.added_at, i.source_url,
              i.sequence_number, i.sequence_size, i.inference_id, b.id AS batch_id, b.name AS batch_name,
              (SELECT json_group_array(tag ORDER BY tag) FROM image_tag WHERE image_seq = i.seq) AS tags,
              (SELECT json_group_object(key, json(value)) FROM image_metadata WHERE image_seq = i.seq AND json_valid(value)) AS metadata
         FROM image i JOIN batch b ON b.id = i.batch_id
        WHERE i.project_id = ? AND i.id = ? AND i.trashed_at IS NULL`,
    ),
    bySplitAndState: db.prepare<[string], { split: string; state: string; images: number }>(
      `SELECT split, state, count(*) AS images FROM image INDEXED BY image_facets
        WHERE project_id = ? AND trashed_at IS NULL GROUP BY split, state`,
    ),
    withProposals: db
      .prepare<[string], number>(
        `SELECT count(*) FROM image INDEXED BY image_proposals
          WHERE project_id = ? AND proposals > 0 AND trashed_at IS NULL`,
      )
      .pluck(),
    byReview: db.prepare<[string], { review: string; state: string; images: number }>(
      `SELECT review, state, count(*) AS images FROM image INDEXED BY image_reviewed
        WHERE project_id = ? AND review <> '' AND trashed_at IS NULL GROUP BY review, state`,
    ),
    withComments: db
      .prepare<[string], number>(
        `SELECT count(*) FROM image INDEXED BY image_comments
          WHERE project_id = ? AND open_comments > 0 AND trashed_at IS NULL`,
      )
      .pluck(),
    byClass: db.prepare<[string], { id: string; images: number }>(
      'SELECT id, images FROM label_class WHERE project_id = ? ORDER BY position',
    ),
    byBatch: db.prepare<[string], { id: string; name: string; images: number }>(
      `SELECT b.id, b.name, counted.images
         FROM (SELECT batch_id, count(*) AS images FROM image INDEXED BY image_facets
                WHERE project_id = ? AND trashed_at IS NULL GROUP BY batch_id) AS counted
         JOIN batch b ON b.id = counted.batch_id
        ORDER BY b.created_at DESC`,
    ),
    tags: db.prepare<[string], { name: string; images: number }>(
      'SELECT tag AS name, images FROM project_tag WHERE project_id = ? AND images > 0 ORDER BY tag',
    ),
    outlines: db.prepare<[string, string], ShapeRow & { image: string }>(
      `SELECT i.id AS image, s.id, s.class_id, s.z, s.origin, s.kind, s.geometry, s.marks
         FROM image i JOIN shape s ON s.image_seq = i.seq
        WHERE i.project_id = ? AND i.id IN (SELECT value FROM json_each(?))
        ORDER BY s.z, s.id`,
    ),
    setSplit: db.prepare<[string, string, string]>(
      'UPDATE image SET split = ? WHERE project_id = ? AND trashed_at IS NULL AND id IN (SELECT value FROM json_each(?))',
    ),
    trash: db.prepare<[number, string, string]>(
      'UPDATE image SET trashed_at = ? WHERE project_id = ? AND trashed_at IS NULL AND id IN (SELECT value FROM json_each(?))',
    ),
    restore: db.prepare<[string, string]>(
      `UPDATE OR IGNORE image SET trashed_at = NULL
        WHERE project_id = ? AND trashed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
    ),
    missing: db
      .prepare<[string, string], string>(
        `SELECT asked.value FROM json_each(?) asked
           LEFT JOIN image i ON i.id = asked.value AND i.project_id = ? AND i.trashed_at IS NULL
          WHERE i.id IS NULL`,
      )
      .pluck(),
    inTrash: db
      .prepare<[string, number], string>(
        `SELECT i.id FROM image i JOIN project p ON p.id = i.project_id
          WHERE i.id IN (SELECT value FROM json_each(?)) AND i.trashed_at IS NOT NULL AND p.workspace_id = ?`,
      )
      .pluck(),
    // Versions are read through once, however many images are asked for.
    purge: db.prepare<{ ids: string }>(
      `DELETE FROM image
        WHERE id IN (SELECT value FROM json_each(@ids))
          AND id NOT IN (SELECT image_id FROM version_source WHERE image_id IN (SELECT value FROM json_each(@ids)))`,
    ),
    addBatch: db.prepare<[string, string, string, number]>(
      'INSERT OR IGNORE INTO batch (id, project_id, name, created_at) VALUES (?, ?, ?, ?)',
    ),
    batch: db.prepare<[string, string], { id: string }>('SELECT id FROM batch WHERE project_id = ? AND name = ?'),
  }
}
