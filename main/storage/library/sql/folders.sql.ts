import type { ReadDb } from '../../kit/db.ts'

export interface FolderRow {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
  readonly external_id: string | null
}

export interface PlacedRow {
  readonly folder_id: string
  readonly id: string
  readonly slug: string
  readonly name: string
}

const FOLDER = 'id, name, parent_id, external_id'
const PLACED = `SELECT f.folder_id, p.id, p.slug, p.name FROM folder_project f JOIN project p ON p.id = f.project_id AND p.trashed_at IS NULL`

/** Some folders, and those in them at any depth. */
const BELOW = `WITH RECURSIVE below (id) AS (
  SELECT id FROM folder WHERE workspace_id = @workspace AND id IN (SELECT value FROM json_each(@ids))
   UNION SELECT f.id FROM folder f JOIN below ON f.parent_id = below.id)`

export function folderStatements(db: ReadDb) {
  return {
    list: db.prepare<[number], FolderRow>(
      `SELECT ${FOLDER} FROM folder WHERE workspace_id = ? ORDER BY name COLLATE NOCASE, id`,
    ),
    byId: db.prepare<[number, string], FolderRow>(`SELECT ${FOLDER} FROM folder WHERE workspace_id = ? AND id = ?`),
    placed: db.prepare<[number], PlacedRow>(
      `${PLACED} WHERE p.workspace_id = ? ORDER BY p.name COLLATE NOCASE, p.slug`,
    ),
    placedIn: db.prepare<[string], PlacedRow>(`${PLACED} WHERE f.folder_id = ? ORDER BY p.name COLLATE NOCASE, p.slug`),
    insert: db.prepare<Record<string, string | number | null>>(
      `INSERT INTO folder (id, workspace_id, parent_id, name, external_id, created_at)
       VALUES (@id, @workspace, @parent, @name, @external, @at) ON CONFLICT (workspace_id, external_id) DO NOTHING`,
    ),
    // The folder itself or one above it is the wanted parent.
    isInside: db.prepare<{ id: string; parent: string }, unknown>(
      `WITH RECURSIVE above (id) AS (
         SELECT @parent UNION SELECT f.parent_id FROM folder f JOIN above ON above.id = f.id WHERE f.parent_id IS NOT NULL)
       SELECT 1 FROM above WHERE id = @id`,
    ),
    foldersBelow: db.prepare<{ workspace: number; ids: string }, string>(`${BELOW} SELECT id FROM below`).pluck(),
    projectsBelow: db
      .prepare<{ workspace: number; ids: string }, string>(
        `${BELOW} SELECT project_id FROM folder_project WHERE folder_id IN (SELECT id FROM below)`,
      )
      .pluck(),
    rename: db.prepare<[string, string]>('UPDATE folder SET name = ? WHERE id = ?'),
    move: db.prepare<[string | null, string]>('UPDATE folder SET parent_id = ? WHERE id = ?'),
    liftFolders: db.prepare<{ id: string }>(
      'UPDATE folder SET parent_id = (SELECT parent_id FROM folder WHERE id = @id) WHERE parent_id = @id',
    ),
    liftProjects: db.prepare<{ id: string }>(
      `UPDATE folder_project SET folder_id = (SELECT parent_id FROM folder WHERE id = @id)
        WHERE folder_id = @id AND EXISTS (SELECT 1 FROM folder WHERE id = @id AND parent_id IS NOT NULL)`,
    ),
    isThere: db.prepare<[string], unknown>('SELECT 1 FROM folder WHERE id = ?'),
    children: db.prepare<[string], string>('SELECT id FROM folder WHERE parent_id = ?').pluck(),
    contents: db.prepare<[string], string>('SELECT project_id FROM folder_project WHERE folder_id = ?').pluck(),
    lowerFolders: db.prepare<Record<string, string | number | null>>(
      `UPDATE folder SET parent_id = @id
        WHERE workspace_id = @workspace AND parent_id IS @parent AND id IN (SELECT value FROM json_each(@children))`,
    ),
    lowerProjects: db.prepare<Record<string, string | number | null>>(
      `INSERT INTO folder_project (project_id, folder_id)
       SELECT p.id, @id FROM project p LEFT JOIN folder_project f ON f.project_id = p.id
        WHERE p.workspace_id = @workspace AND f.folder_id IS @parent AND p.id IN (SELECT value FROM json_each(@projects))
           ON CONFLICT (project_id) DO UPDATE SET folder_id = excluded.folder_id`,
    ),
    empty: db.prepare<[string]>('DELETE FROM folder_project WHERE folder_id = ?'),
    remove: db.prepare<[string]>('DELETE FROM folder WHERE id = ?'),
    addProjects: db.prepare<[string, string]>(
      `INSERT INTO folder_project (project_id, folder_id) SELECT value, ? FROM json_each(?) WHERE true
           ON CONFLICT (project_id) DO UPDATE SET folder_id = excluded.folder_id`,
    ),
    removeProjects: db.prepare<[string, string]>(
      'DELETE FROM folder_project WHERE folder_id = ? AND project_id IN (SELECT value FROM json_each(?))',
    ),
  }
}
