import type { ReadDb } from '../../kit/db.ts'

export interface ModelRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly version: number | null
  readonly is_favorite: number
  readonly blob: string
  readonly bytes: number
  readonly created_at: number
  readonly trashed_at: number | null
  /** JSON: identifiers and slugs. */
  readonly projects: string
}

/** A project in the trash has no address of its own: it is told by what it was. */
const PROJECTS = `SELECT json_group_array(json_object('id', p.id, 'slug', coalesce(p.trashed_slug, p.slug)) ORDER BY p.slug)
    FROM model_project mp JOIN project p ON p.id = mp.project_id WHERE mp.model_id = m.id`

const MODEL = `SELECT m.id, m.slug, m.name, m.type, v.number AS version, m.is_favorite, m.blob, m.bytes, m.created_at, m.trashed_at,
       (${PROJECTS} AND p.trashed_at IS NULL) AS projects
  FROM model m LEFT JOIN version v ON v.id = m.version_id`

const IS_LIVE = `m.trashed_at IS NULL AND v.trashed_at IS NULL AND EXISTS (
  SELECT 1 FROM model_project mp JOIN project p ON p.id = mp.project_id WHERE mp.model_id = m.id AND p.trashed_at IS NULL)`

export function modelStatements(db: ReadDb) {
  return {
    insert: db.prepare<Record<string, string | number | null>>(
      `INSERT INTO model (id, workspace_id, slug, name, type, version_id, blob, bytes, created_at)
       SELECT @id, @workspace, @slug, @name, @type, @version, @blob, @bytes, @at
        WHERE EXISTS (SELECT 1 FROM json_each(@projects) JOIN project p ON p.id = value AND p.trashed_at IS NULL)
          AND (@version IS NULL OR EXISTS (SELECT 1 FROM version WHERE id = @version AND trashed_at IS NULL))`,
    ),
    addProjects: db.prepare<{ id: string; projects: string }>(
      `INSERT INTO model_project (project_id, model_id)
       SELECT p.id, @id FROM json_each(@projects) JOIN project p ON p.id = value WHERE true ON CONFLICT DO NOTHING`,
    ),
    bySlug: db.prepare<[number, string], unknown>(
      'SELECT 1 FROM model WHERE workspace_id = ? AND slug = ? AND trashed_at IS NULL',
    ),
    list: db.prepare<[string], ModelRow>(
      `${MODEL} WHERE m.id IN (SELECT model_id FROM model_project WHERE project_id = ?) AND ${IS_LIVE}
        ORDER BY m.is_favorite DESC, m.created_at DESC, m.id`,
    ),
    find: db.prepare<{ workspace: number; text: string }, ModelRow>(
      `${MODEL} WHERE m.workspace_id = @workspace AND (m.id = @text OR m.slug = @text) AND ${IS_LIVE}
        ORDER BY m.id = @text DESC LIMIT 1`,
    ),
    findLive: db.prepare<[string], ModelRow>(`${MODEL} WHERE m.id = ? AND ${IS_LIVE}`),
    setFavorite: db.prepare<[number, string]>('UPDATE model SET is_favorite = ? WHERE id = ?'),
    setTrashed: db.prepare<[number | null, string]>('UPDATE model SET trashed_at = ? WHERE id = ?'),
    trashed: db.prepare<[number], ModelRow & { readonly trashed_at: number }>(
      `SELECT m.id, m.slug, m.name, m.type, NULL AS version, m.is_favorite, m.blob, m.bytes, m.created_at, m.trashed_at,
              (${PROJECTS}) AS projects
         FROM model m WHERE m.workspace_id = ? AND m.trashed_at IS NOT NULL ORDER BY m.trashed_at DESC, m.id`,
    ),
    inTrash: db
      .prepare<[number, string], string>(
        'SELECT slug FROM model WHERE workspace_id = ? AND id = ? AND trashed_at IS NOT NULL',
      )
      .pluck(),
  }
}
