import type { Migration } from '../../../kit/migrate.ts'

/** Folders of projects: a tree, in which each project lies in one place or in none. */
export const library0005: Migration = {
  version: 5,
  title: 'folders',
  sql: `
CREATE TABLE folder (
  id           TEXT PRIMARY KEY,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  parent_id    TEXT REFERENCES folder (id),
  name         TEXT NOT NULL,
  external_id  TEXT,
  created_at   REAL NOT NULL,
  UNIQUE (workspace_id, external_id)
) STRICT;
CREATE INDEX folder_parent ON folder (parent_id);

CREATE TABLE folder_project (
  project_id TEXT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
  folder_id  TEXT NOT NULL REFERENCES folder (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX folder_project_folder ON folder_project (folder_id);
`,
}
