import type { Migration } from '../../../kit/migrate.ts'

/** Comments tell that their author changed the words, and when. */
export const library0030: Migration = {
  version: 30,
  title: 'edited comments',
  sql: `
-- When the words were changed last; null: they are as they were first written.
ALTER TABLE comment ADD COLUMN edited_at REAL;
-- The words before that, and since when they stood: kept so that this can be undone.
ALTER TABLE comment ADD COLUMN words_before TEXT;
ALTER TABLE comment ADD COLUMN edited_before REAL;
`,
}
