import type { Migration } from '../../../kit/migrate.ts'

/** Settings of a class beside its name: a key of its own and the attributes of its objects; and the history of merged classes. */
export const library0024: Migration = {
  version: 24,
  title: 'keys and attributes of classes, merged classes',
  sql: `
ALTER TABLE label_class ADD COLUMN chord TEXT;
-- JSON: the definitions, in their order.
ALTER TABLE label_class ADD COLUMN attributes TEXT NOT NULL DEFAULT '[]';

-- A class that was merged into another one, as it was. The log of a picture still tells of it, and undoing needs it.
CREATE TABLE merged_class (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  into_id    TEXT NOT NULL,
  name       TEXT NOT NULL,
  color      INTEGER NOT NULL,
  position   INTEGER NOT NULL,
  skeleton   TEXT,
  chord      TEXT,
  attributes TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX merged_class_project ON merged_class (project_id);
`,
}
