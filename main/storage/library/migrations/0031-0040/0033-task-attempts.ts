import type { Migration } from '../../../kit/migrate.ts'

/** Tasks tell how often they were begun: one that ended the program twice is not begun again. */
export const library0033: Migration = {
  version: 33,
  title: 'attempts of tasks',
  sql: `
-- Begun so often without getting beyond furthest. A stop of the program that was asked for takes its attempt back.
ALTER TABLE task ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
-- The progress of earlier attempts.
ALTER TABLE task ADD COLUMN furthest INTEGER NOT NULL DEFAULT 0;
`,
}
