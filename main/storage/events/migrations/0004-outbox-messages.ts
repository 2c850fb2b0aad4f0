import type { Migration } from '../../kit/migrate.ts'

/** Why an event was not sent is a message; what was kept as a sentence stays one. */
export const events0004: Migration = {
  version: 4,
  title: 'reasons of the outbox as messages',
  sql: `
UPDATE outbox
   SET reason = json_object('code', 'literal', 'params', json_object('text', reason))
 WHERE reason IS NOT NULL;
`,
}
