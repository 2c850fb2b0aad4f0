import type { Migration } from '../../../kit/migrate.ts'

/** What labels say by attributes is looked for without reading where they lie; almost every label says nothing. */
export const library0029: Migration = {
  version: 29,
  title: 'an index of what labels say',
  sql: `
CREATE INDEX shape_said ON shape (class_id, image_seq, marks) WHERE marks <> '{}';
`,
}
