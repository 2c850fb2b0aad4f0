import type { Migration } from '../../../kit/migrate.ts'

/** Pictures that are fetched from addresses: which of them a host failed to send, so that asking again may help. */
export const library0014: Migration = {
  version: 14,
  title: 'fetched-imports',
  sql: 'ALTER TABLE import_file ADD COLUMN retryable INTEGER NOT NULL DEFAULT 0;',
}
