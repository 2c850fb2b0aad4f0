import type { Migration } from '../../../kit/migrate.ts'

/** Archives of what a search found, with what they are made from as it was then; keys that reach only some folders; weights. */
export const library0013: Migration = {
  version: 13,
  title: 'search exports, keys of folders, models',
  sql: `
-- facts and classes are JSON. blob and bytes are there when the archive is made.
CREATE TABLE search_export (
  task_id      TEXT PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  format       TEXT NOT NULL,
  file_name    TEXT NOT NULL,
  facts        TEXT NOT NULL,
  classes      TEXT NOT NULL,
  link_key     TEXT NOT NULL UNIQUE,
  created_at   REAL NOT NULL,
  blob         TEXT,
  bytes        INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX search_export_age ON search_export (created_at);

-- Whose pictures an archive holds: it goes with the first of them that is deleted for good.
CREATE TABLE search_export_project (
  task_id    TEXT NOT NULL REFERENCES search_export (task_id) ON DELETE CASCADE,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  PRIMARY KEY (task_id, project_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_export_project_project ON search_export_project (project_id);

-- Copied when the export was asked for, and let go when its archive is made. file_name is there when the picture is ready.
CREATE TABLE search_export_image (
  task_id   TEXT NOT NULL REFERENCES search_export (task_id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  image_id  TEXT NOT NULL,
  name      TEXT NOT NULL,
  blob      TEXT NOT NULL,
  bytes     INTEGER NOT NULL,
  width     INTEGER NOT NULL,
  height    INTEGER NOT NULL,
  split     TEXT NOT NULL,
  shapes    TEXT NOT NULL,
  file_name TEXT,
  PRIMARY KEY (task_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_export_image_order ON search_export_image (task_id, split, file_name);

-- The folders that the key is limited to, a JSON list; null is the whole workspace. One that is deleted opens nothing.
ALTER TABLE api_key ADD COLUMN folder_ids TEXT;

-- Weights that were sent in. The slug of those of a version is <project>/<number>. type is what the sender calls the architecture.
CREATE TABLE model (
  id           TEXT PRIMARY KEY,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  slug         TEXT NOT NULL,
  name         TEXT NOT NULL,
  type         TEXT NOT NULL,
  version_id   INTEGER REFERENCES version (id) ON DELETE CASCADE,
  is_favorite  INTEGER NOT NULL DEFAULT 0,
  blob         TEXT NOT NULL,
  bytes        INTEGER NOT NULL,
  created_at   REAL NOT NULL,
  trashed_at   REAL
) STRICT;
CREATE UNIQUE INDEX model_slug ON model (workspace_id, slug) WHERE trashed_at IS NULL;
CREATE INDEX model_version ON model (version_id);

-- A model without any project left is deleted.
CREATE TABLE model_project (
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  model_id   TEXT NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  PRIMARY KEY (project_id, model_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_project_model ON model_project (model_id);
`,
}
