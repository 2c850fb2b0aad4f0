import type { ReadDb } from '../../kit/db.ts'
import { PROJECT_COLUMNS, type ProjectRow } from './projects.sql.ts'

interface CopiedClassRow {
  readonly project: string
  readonly name: string
  readonly color: number
  readonly position: number
  readonly skeleton: string | null
  readonly attributes: string
}

export interface PublicRow {
  readonly id: string
  readonly workspace: string
  readonly project: string
  readonly name: string
  readonly type: string
  readonly license: string
  readonly images: number
  /** JSON: name and shapes of each class. */
  readonly classes: string
  readonly labelled: string | null
  readonly first: string | null
}

/** A trashed_at of -1 stands for "being made"; see the migration. */
const MAKING = 'trashed_at = -1'

export function catalogStatements(db: ReadDb) {
  return {
    // The image with the fewest objects shows best what a project is about; the index finds it at once.
    publicProjects: db.prepare<[], PublicRow>(
      `SELECT p.id, w.slug AS workspace, p.slug AS project, p.name, p.type, p.license,
              (SELECT count(*) FROM image INDEXED BY image_facets WHERE project_id = p.id AND trashed_at IS NULL) AS images,
              (SELECT json_group_array(json_object('name', name, 'shapes', shapes) ORDER BY position)
                 FROM label_class WHERE project_id = p.id) AS classes,
              (SELECT id FROM image INDEXED BY image_shapes
                WHERE project_id = p.id AND trashed_at IS NULL AND shapes > 0 ORDER BY shapes, seq LIMIT 1) AS labelled,
              (SELECT id FROM image WHERE project_id = p.id AND trashed_at IS NULL ORDER BY seq LIMIT 1) AS first
         FROM project p JOIN workspace w ON w.id = p.workspace_id
        WHERE p.is_public = 1 AND p.trashed_at IS NULL`,
    ),
    byAddress: db.prepare<[string, string], ProjectRow>(
      `SELECT ${PROJECT_COLUMNS} FROM project
        WHERE workspace_id = (SELECT id FROM workspace WHERE slug = ?) AND slug = ? AND trashed_at IS NULL`,
    ),
  }
}

export function copyStatements(db: ReadDb) {
  return {
    source: db.prepare<[string], ProjectRow>(
      `SELECT ${PROJECT_COLUMNS} FROM project WHERE id = ? AND trashed_at IS NULL`,
    ),
    target: db.prepare<[string], ProjectRow & { is_whole: number }>(
      `SELECT ${PROJECT_COLUMNS.replace('slug', 'coalesce(trashed_slug, slug) AS slug')}, coalesce(trashed_at, 0) <> -1 AS is_whole
         FROM project WHERE id = ?`,
    ),
    begin: db.prepare<ProjectRow>(
      `INSERT INTO project (${PROJECT_COLUMNS}, trashed_at)
       VALUES (@id, @workspace_id, @slug, @name, @type, @annotation_group, @license, @created_at, @updated_at, @is_public, -1)
           ON CONFLICT (id) DO NOTHING`,
    ),
    addClass: db.prepare<CopiedClassRow>(
      `INSERT INTO label_class (id, project_id, name, color, position, skeleton, attributes)
       VALUES (lower(hex(randomblob(10))), @project, @name, @color, @position, @skeleton, @attributes) ON CONFLICT (project_id, name) DO NOTHING`,
    ),
    count: db
      .prepare<[string], number>(
        'SELECT count(*) FROM image INDEXED BY image_facets WHERE project_id = ? AND trashed_at IS NULL',
      )
      .pluck(),
    next: db.prepare<[string, number], { seq: number; name: string; blob: string; bytes: number }>(
      'SELECT seq, name, blob, bytes FROM image WHERE project_id = ? AND trashed_at IS NULL AND seq > ? ORDER BY seq LIMIT 200',
    ),
    slugTaken: db.prepare<[number, string], unknown>('SELECT 1 FROM project WHERE workspace_id = ? AND slug = ?'),
    show: db.prepare<[string, string, number, string]>(
      `UPDATE project SET trashed_at = NULL, slug = ?, name = ?, updated_at = ? WHERE id = ? AND ${MAKING}`,
    ),
    giveUp: db.prepare<[string]>(`UPDATE project SET trashed_at = 0 WHERE id = ? AND ${MAKING}`),
  }
}

/** An image that is to be copied, with the batch of that name that the copy has already. */
export interface SourceRow {
  readonly name: string
  readonly blob: string
  readonly bytes: number
  readonly format: string
  readonly width: number
  readonly height: number
  readonly color: string
  readonly brightness: number
  readonly split: string
  readonly state: string
  readonly is_null: number
  readonly added_at: number
  readonly source_url: string | null
  readonly sequence_number: number | null
  readonly sequence_size: number | null
  readonly inference_id: string | null
  readonly review: string
  readonly batch_name: string
  readonly batch_created_at: number
  readonly batch_id: string | null
  /** The copy has the same bytes. */
  readonly is_there: number
}

const IMAGE = [
  'name',
  'blob',
  'bytes',
  'format',
  'width',
  'height',
  'color',
  'brightness',
  'split',
  'state',
  'is_null',
  'added_at',
  'source_url',
  'sequence_number',
  'sequence_size',
  'inference_id',
  'review',
]

const SAID = 'x, y, body, by_name, made_at, edited_at, resolved_at, resolved_by'
const COMMENT = `id, image_seq, parent_id, ${SAID}`

/**
 * Statements that copy one image after the other. `seq`: the image that is copied; `fresh`: its copy. Rows of the image itself go through
 * this program: an INSERT that reads its own table takes SQLite five times as long.
 */
export function imageCopyStatements(db: ReadDb) {
  const fresh = 'lower(hex(randomblob(10)))'
  return {
    // Classes can be added while the copy is made.
    classes: db.prepare<{ from: string; to: string }>(
      `INSERT INTO label_class (id, project_id, name, color, position, skeleton, chord, attributes)
       SELECT ${fresh}, @to, name, color, position, skeleton, chord, attributes FROM label_class WHERE project_id = @from
           ON CONFLICT (project_id, name) DO NOTHING`,
    ),
    source: db.prepare<{ to: string; seq: number }, SourceRow>(
      `SELECT ${IMAGE.map((column) => `i.${column}`).join(', ')},
              b.name AS batch_name, b.created_at AS batch_created_at,
              (SELECT t.id FROM batch t WHERE t.project_id = @to AND t.name = b.name) AS batch_id,
              EXISTS (SELECT 1 FROM image t WHERE t.project_id = @to AND t.blob = i.blob AND t.trashed_at IS NULL) AS is_there
         FROM image i JOIN batch b ON b.id = i.batch_id
        WHERE i.seq = @seq AND i.trashed_at IS NULL`,
    ),
    addBatch: db
      .prepare<[string, string, number], string>(
        `INSERT INTO batch (id, project_id, name, created_at) VALUES (${fresh}, ?, ?, ?) RETURNING id`,
      )
      .pluck(),
    image: db.prepare<Record<string, string | number | null>>(
      `INSERT INTO image (id, project_id, batch_id, ${IMAGE.join(', ')})
       VALUES (${fresh}, @to, @batch_id, ${IMAGE.map((column) => `@${column}`).join(', ')})`,
    ),
    shapes: db.prepare<{ to: string; seq: number; fresh: number | bigint }>(
      `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, marks, area)
       SELECT @fresh, s.id, t.id, s.z, s.origin, s.kind, s.geometry, s.marks, s.area
         FROM shape s JOIN label_class c ON c.id = s.class_id JOIN label_class t ON t.project_id = @to AND t.name = c.name
        WHERE s.image_seq = @seq`,
    ),
    review: db.prepare<{ seq: number; fresh: number | bigint }>(
      `INSERT INTO image_review (image_seq, reason, by_name, made_at)
       SELECT @fresh, reason, by_name, made_at FROM image_review WHERE image_seq = @seq`,
    ),
    threads: db
      .prepare<[number], string>(
        `SELECT id FROM comment WHERE image_seq = ? AND parent_id IS NULL AND deleted_at IS NULL ORDER BY made_at, rowid`,
      )
      .pluck(),
    thread: db
      .prepare<{ id: string; fresh: number | bigint }, string>(
        `INSERT INTO comment (${COMMENT}) SELECT ${fresh}, @fresh, NULL, ${SAID} FROM comment WHERE id = @id RETURNING id`,
      )
      .pluck(),
    replies: db.prepare<{ id: string; parent: string; fresh: number | bigint }>(
      `INSERT INTO comment (${COMMENT}) SELECT ${fresh}, @fresh, @parent, ${SAID}
         FROM comment WHERE parent_id = @id AND deleted_at IS NULL ORDER BY made_at, rowid`,
    ),
    tags: db.prepare<{ seq: number; fresh: number | bigint }>(
      'INSERT INTO image_tag (image_seq, tag) SELECT @fresh, tag FROM image_tag WHERE image_seq = @seq',
    ),
    metadata: db.prepare<{ seq: number; fresh: number | bigint }>(
      'INSERT INTO image_metadata (image_seq, key, value) SELECT @fresh, key, value FROM image_metadata WHERE image_seq = @seq',
    ),
    descriptor: db.prepare<{ seq: number; fresh: number | bigint }>(
      'INSERT INTO image_descriptor (image_seq, bytes) SELECT @fresh, bytes FROM image_descriptor WHERE image_seq = @seq',
    ),
  }
}
