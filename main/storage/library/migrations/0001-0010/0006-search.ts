import type { Migration } from '../../../kit/migrate.ts'

/** The base of search: one slim index, tags in any case, and descriptors of images. */
export const library0006: Migration = {
  version: 6,
  title: 'search',
  sql: `
-- Everything that a search compares row by row, in the order of the answers: a search reads this index and not the table.
CREATE INDEX image_search ON image (project_id, seq, split, shapes, is_null, width, height, added_at, batch_id, name)
  WHERE trashed_at IS NULL;
CREATE INDEX image_tag_any_case ON image_tag (tag COLLATE NOCASE, image_seq);

-- What a picture looks like, 160 bytes; empty: the picture could not be read.
CREATE TABLE image_descriptor (
  image_seq INTEGER PRIMARY KEY REFERENCES image (seq) ON DELETE CASCADE,
  bytes     BLOB NOT NULL
) STRICT;

-- The place of a deleted picture may be given to a new one: what is remembered by place is forgotten when this grows.
CREATE TABLE image_deletions (count INTEGER NOT NULL) STRICT;
INSERT INTO image_deletions VALUES (0);
CREATE TRIGGER image_deleted AFTER DELETE ON image BEGIN
  UPDATE image_deletions SET count = count + 1;
END;
`,
}
