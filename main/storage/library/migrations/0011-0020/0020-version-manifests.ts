import type { Migration } from '../../../kit/migrate.ts'

/** The SHA-256 of everything that a version holds; versions that were made before have none. */
export const library0020: Migration = {
  version: 20,
  title: 'manifests of versions',
  sql: 'ALTER TABLE version ADD COLUMN manifest TEXT;',
}
