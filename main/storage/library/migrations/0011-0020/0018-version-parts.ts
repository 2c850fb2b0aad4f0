import type { Migration } from '../../../kit/migrate.ts'

/** Several pictures of a version may come of one source: tiles, or its objects one by one. The key cannot be changed in place. */
export const library0018: Migration = {
  version: 18,
  title: 'parts of version pictures',
  sql: `
CREATE TABLE version_image_parts (
  version_id  INTEGER NOT NULL REFERENCES version (id) ON DELETE CASCADE,
  source      INTEGER NOT NULL,
  part        INTEGER NOT NULL,
  variant     INTEGER NOT NULL,
  file_name   TEXT NOT NULL,
  blob        TEXT NOT NULL,
  bytes       INTEGER NOT NULL,
  width       INTEGER NOT NULL,
  height      INTEGER NOT NULL,
  split       TEXT NOT NULL,
  shapes      TEXT NOT NULL,
  drawn       TEXT NOT NULL,
  content_key TEXT NOT NULL,
  PRIMARY KEY (version_id, source, part, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO version_image_parts
  SELECT version_id, source, 0, variant, file_name, blob, bytes, width, height, split, shapes, drawn, content_key
    FROM version_image;
DROP TABLE version_image;
ALTER TABLE version_image_parts RENAME TO version_image;
CREATE INDEX version_image_order ON version_image (version_id, split, file_name);
CREATE INDEX version_image_blob ON version_image (version_id, blob);
`,
}
