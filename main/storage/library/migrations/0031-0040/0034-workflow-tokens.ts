import type { Migration } from '../../../kit/migrate.ts'

/** Tokens that read one workflow. */
export const library0034: Migration = {
  version: 34,
  title: 'tokens of one workflow',
  sql: `
-- The one workflow that the key reads; null: all of them. No reference: a key of a workflow that is gone opens nothing.
ALTER TABLE api_key ADD COLUMN workflow_id TEXT;
`,
}
