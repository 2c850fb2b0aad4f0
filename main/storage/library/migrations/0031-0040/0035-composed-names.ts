import type { Migration } from '../../../kit/migrate.ts'

/** Names are compared composed; those of old libraries may hold accents as characters of their own. */
export const library0035: Migration = {
  version: 35,
  title: 'composed names',
  sql: `
-- A name that another has already stays as it is: nothing is merged that a person kept apart.
UPDATE OR IGNORE label_class SET name = nfc(name) WHERE name <> nfc(name);
UPDATE OR IGNORE batch SET name = nfc(name) WHERE name <> nfc(name);
-- Tags are counted as they come and go, so they are replaced.
INSERT OR IGNORE INTO image_tag SELECT image_seq, nfc(tag) FROM image_tag WHERE tag <> nfc(tag);
DELETE FROM image_tag WHERE tag <> nfc(tag);
UPDATE OR IGNORE image_metadata SET key = nfc(key) WHERE key <> nfc(key);
`,
}
