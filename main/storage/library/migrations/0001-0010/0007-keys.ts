import type { Migration } from '../../../kit/migrate.ts'

/** The scopes of each API key, and which of them are disabled or revoked. */
export const library0007: Migration = {
  version: 7,
  title: 'keys with scopes',
  sql: `
ALTER TABLE workspace ADD COLUMN publishable TEXT NOT NULL DEFAULT '';
UPDATE workspace SET publishable = lower(hex(randomblob(10)));

ALTER TABLE api_key ADD COLUMN prefix TEXT NOT NULL DEFAULT 'tk_';
-- Names as JSON; null is everything.
ALTER TABLE api_key ADD COLUMN scopes TEXT;
ALTER TABLE api_key ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
ALTER TABLE api_key ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_key ADD COLUMN is_protected INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_key ADD COLUMN is_disabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_key ADD COLUMN revoked_at REAL;
UPDATE api_key SET is_default = 1
 WHERE id = (SELECT first.id FROM api_key first WHERE first.workspace_id = api_key.workspace_id ORDER BY created_at LIMIT 1);
CREATE INDEX api_key_workspace ON api_key (workspace_id, created_at) WHERE revoked_at IS NULL;
`,
}
