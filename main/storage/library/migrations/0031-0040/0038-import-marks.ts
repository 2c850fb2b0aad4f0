import type { Migration } from '../../../kit/migrate.ts'

/** An import that goes on after a kill tells of the whole task, not of its last run alone. */
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
