import type { Migration } from '../../../kit/migrate.ts'

/** An import that continues after a kill reports the whole task, not only its last run. */
export const library0038: Migration = {
  version: 38,
  title: 'marks of imports',
  sql: `
CREATE TABLE import_mark (
  task_id  TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
  mark     TEXT NOT NULL,
  image_id TEXT NOT NULL,
  -- The label file that gave reason for it.
  path     TEXT NOT NULL,
  PRIMARY KEY (task_id, mark, image_id)
) STRICT, WITHOUT ROWID;
`,
}
