import type { Migration } from '../../../kit/migrate.ts'

/** Imports of archives bring labels along: which files did. */
export const library0010: Migration = {
  version: 10,
  title: 'zip-uploads',
  sql: 'ALTER TABLE import_file ADD COLUMN annotated INTEGER NOT NULL DEFAULT 0;',
}
