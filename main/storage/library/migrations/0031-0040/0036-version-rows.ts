import type { Migration } from '../../../kit/migrate.ts'

/**
 * Rows that hold the shapes of an image are kept by row number. In a table without row numbers such rows spill into pages of their own, and
 * each search by key reads those pages for every row that it compares.
 */
export const library0036: Migration = {
  version: 36,
  title: 'rows of versions',
  sql: `
CREATE TABLE version_source_rows (
  version_id INTEGER NOT NULL REFERENCES version (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  image_id   TEXT NOT NULL,
  name       TEXT NOT NULL,
  blob       TEXT NOT NULL,
  width      INTEGER NOT NULL,
  height     INTEGER NOT NULL,
  split      TEXT NOT NULL,
  shapes     TEXT NOT NULL,
  PRIMARY KEY (version_id, position)
) STRICT;
INSERT INTO version_source_rows
  SELECT version_id, position, image_id, name, blob, width, height, split, shapes FROM version_source;
DROP TABLE version_source;
ALTER TABLE version_source_rows RENAME TO version_source;

CREATE TABLE version_image_rows (
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
) STRICT;
INSERT INTO version_image_rows
  SELECT version_id, source, part, variant, file_name, blob, bytes, width, height, split, shapes, drawn, content_key
    FROM version_image;
DROP TABLE version_image;
ALTER TABLE version_image_rows RENAME TO version_image;
CREATE INDEX version_image_order ON version_image (version_id, split, file_name);
CREATE INDEX version_image_blob ON version_image (version_id, blob);

CREATE TABLE search_export_image_rows (
  task_id   TEXT NOT NULL REFERENCES search_export (task_id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  image_id  TEXT NOT NULL,
  name      TEXT NOT NULL,
  blob      TEXT NOT NULL,
  bytes     INTEGER NOT NULL,
  width     INTEGER NOT NULL,
  height    INTEGER NOT NULL,
  split     TEXT NOT NULL,
  shapes    TEXT NOT NULL,
  file_name TEXT,
  PRIMARY KEY (task_id, position)
) STRICT;
INSERT INTO search_export_image_rows
  SELECT task_id, position, image_id, name, blob, bytes, width, height, split, shapes, file_name FROM search_export_image;
DROP TABLE search_export_image;
ALTER TABLE search_export_image_rows RENAME TO search_export_image;
CREATE INDEX search_export_image_order ON search_export_image (task_id, split, file_name);
`,
}
