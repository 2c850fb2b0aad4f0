import type { Migration } from '../../../kit/migrate.ts'

/** Workflows with every version of their steps, and keys that end by themselves. */
export const library0009: Migration = {
  version: 9,
  title: 'workflows',
  sql: `
CREATE TABLE workflow (
  id           TEXT PRIMARY KEY,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  slug         TEXT NOT NULL,
  name         TEXT NOT NULL,
  version      INTEGER NOT NULL,
  created_at   REAL NOT NULL,
  updated_at   REAL NOT NULL,
  trashed_at   REAL
) STRICT;
CREATE UNIQUE INDEX workflow_slug ON workflow (workspace_id, slug) WHERE trashed_at IS NULL;

CREATE TABLE workflow_version (
  workflow_id TEXT NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
  version     INTEGER NOT NULL,
  config      TEXT NOT NULL,
  created_at  REAL NOT NULL,
  PRIMARY KEY (workflow_id, version)
) STRICT, WITHOUT ROWID;

ALTER TABLE api_key ADD COLUMN expires_at REAL;
`,
}
