import type { Migration } from '../../../kit/migrate.ts'

/** Marks of an annotation beside its class and place: locked, carried over, its group, its attributes, what it was drawn from. */
export const library0023: Migration = {
  version: 23,
  title: 'marks',
  sql: `
-- JSON: an object of what is said; an empty one of almost every label.
ALTER TABLE shape ADD COLUMN marks TEXT NOT NULL DEFAULT '{}';
`,
}
