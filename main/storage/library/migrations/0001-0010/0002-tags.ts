import type { Migration } from '../../../kit/migrate.ts'

/** Tags and metadata of pictures, and what an upload may tell of their origin. */
export const library0002: Migration = {
  version: 2,
  title: 'tags and metadata',
  sql: `
CREATE TABLE image_tag (
  image_seq INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  tag       TEXT NOT NULL,
  PRIMARY KEY (image_seq, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX image_tag_tag ON image_tag (tag, image_seq);

-- A value is JSON: a string, a number, true or false.
CREATE TABLE image_metadata (
  image_seq INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  key       TEXT NOT NULL,
  value     TEXT NOT NULL,
  PRIMARY KEY (image_seq, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX image_metadata_value ON image_metadata (key, value, image_seq);

ALTER TABLE image ADD COLUMN source_url TEXT;
ALTER TABLE image ADD COLUMN sequence_number INTEGER;
ALTER TABLE image ADD COLUMN sequence_size INTEGER;
ALTER TABLE image ADD COLUMN inference_id TEXT;
`,
}
