import type { Migration } from '../../../kit/migrate.ts'

/** The catalog: projects that others may see and copy, and copies that are not whole yet. */
export const library0012: Migration = {
  version: 12,
  title: 'catalog',
  sql: `
-- A trashed_at of -1 says that the project is a copy that is being made: nobody sees it, and its slug is "~" and its identifier.
ALTER TABLE project ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0;
CREATE INDEX project_public ON project (workspace_id, slug) WHERE is_public = 1 AND trashed_at IS NULL;
`,
}
