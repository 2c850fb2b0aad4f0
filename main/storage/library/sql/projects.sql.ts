import type { ReadDb } from '../../kit/db.ts'

export interface ProjectRow {
  readonly id: string
  readonly workspace_id: number
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly annotation_group: string
  readonly license: string
  readonly created_at: number
  readonly updated_at: number
  readonly is_public: number
}

export interface ClassRow {
  readonly id: string
  readonly name: string
  readonly color: number
  readonly position: number
  readonly chord: string | null
  readonly shapes: number
  readonly images: number
  /** JSON, or null. */
  readonly skeleton: string | null
  /** JSON: a list. */
  readonly attributes: string
}

interface CountRow {
  readonly images: number
  readonly unlabelled: number
  readonly done: number
  readonly train: number
  readonly valid: number
  readonly test: number
  readonly versions: number
}

export const PROJECT_COLUMNS =
  'id, workspace_id, slug, name, type, annotation_group, license, created_at, updated_at, is_public'

export function projectStatements(db: ReadDb) {
  return {
    list: db.prepare<[number], ProjectRow>(
      `SELECT ${PROJECT_COLUMNS} FROM project WHERE workspace_id = ? AND trashed_at IS NULL ORDER BY updated_at DESC, slug`,
    ),
    bySlug: db.prepare<[number, string], ProjectRow>(
      `SELECT ${PROJECT_COLUMNS} FROM project WHERE workspace_id = ? AND slug = ? AND trashed_at IS NULL`,
    ),
    /** Oldest first. */
    names: db.prepare<[number], Pick<ProjectRow, 'id' | 'slug' | 'name'>>(
      'SELECT id, slug, name FROM project WHERE workspace_id = ? AND trashed_at IS NULL ORDER BY created_at, rowid',
    ),
    byId: db.prepare<[string], ProjectRow>(`SELECT ${PROJECT_COLUMNS} FROM project WHERE id = ?`),
    isSlugTaken: db.prepare<[number, string], unknown>('SELECT 1 FROM project WHERE workspace_id = ? AND slug = ?'),
    insert: db.prepare<ProjectRow>(
      `INSERT INTO project (${PROJECT_COLUMNS})
     VALUES (@id, @workspace_id, @slug, @name, @type, @annotation_group, @license, @created_at, @updated_at, @is_public)`,
    ),
    setPublic: db.prepare<[number, string]>('UPDATE project SET is_public = ? WHERE id = ?'),
    counts: db.prepare<{ id: string }, CountRow>(
      `SELECT count(*) AS images,
            count(*) FILTER (WHERE shapes = 0 AND is_null = 0) AS unlabelled,
            count(*) FILTER (WHERE state = 'done') AS done,
            count(*) FILTER (WHERE split = 'train') AS train,
            count(*) FILTER (WHERE split = 'valid') AS valid,
            count(*) FILTER (WHERE split = 'test') AS test,
            (SELECT count(*) FROM version WHERE project_id = @id AND trashed_at IS NULL) AS versions
       FROM image INDEXED BY image_facets
      WHERE project_id = @id AND trashed_at IS NULL`,
    ),
    covers: db.prepare<[string], { id: string }>(
      'SELECT id FROM image WHERE project_id = ? AND trashed_at IS NULL ORDER BY seq LIMIT 6',
    ),
    classes: db.prepare<[string], ClassRow>(
      'SELECT id, name, color, position, chord, shapes, images, skeleton, attributes FROM label_class WHERE project_id = ? ORDER BY position',
    ),
    addClass: db.prepare<{ id: string; project: string; name: string }>(
      `INSERT INTO label_class (id, project_id, name, color, position)
     SELECT @id, @project, @name, coalesce(max(color), 0) + 1, coalesce(max(position), -1) + 1
       FROM label_class WHERE project_id = @project
      HAVING count(*) FILTER (WHERE name = @name) = 0`,
    ),
    giveSkeleton: db.prepare<[string, string, string]>(
      'UPDATE label_class SET skeleton = ? WHERE project_id = ? AND name = ? AND skeleton IS NULL',
    ),
    attributesOf: db
      .prepare<[string, string], string>('SELECT attributes FROM label_class WHERE project_id = ? AND name = ?')
      .pluck(),
    setAttributes: db.prepare<{ attributes: string; project: string; name: string }>(
      'UPDATE label_class SET attributes = @attributes WHERE project_id = @project AND name = @name',
    ),
    setSkeleton: db.prepare<{ skeleton: string; points: number; project: string; id: string }>(
      `UPDATE label_class SET skeleton = @skeleton
        WHERE project_id = @project AND id = @id
          AND NOT EXISTS (SELECT 1 FROM shape
                           WHERE class_id = @id AND kind = 'keypoints'
                             AND json_array_length(geometry, '$.points') <> @points)`,
    ),
    rename: db.prepare<[string, string, string]>(
      'UPDATE OR IGNORE label_class SET name = ? WHERE project_id = ? AND id = ?',
    ),
    forgetTrashed: db.prepare<[string]>(
      'DELETE FROM shape WHERE class_id = ? AND image_seq IN (SELECT seq FROM image WHERE trashed_at IS NOT NULL)',
    ),
    remove: db.prepare<[string, string]>('DELETE FROM label_class WHERE project_id = ? AND id = ?'),
  }
}
