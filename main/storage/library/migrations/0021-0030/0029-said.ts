import type { Migration } from '../../../kit/migrate.ts'

/** An index of annotations with attributes, which finds them without reading the others; almost every annotation has none. */
export const library0029: Migration = {
  version: 29,
  title: 'an index of what labels say',
  sql: `
CREATE INDEX shape_said ON shape (class_id, image_seq, marks) WHERE marks <> '{}';
`,
}
