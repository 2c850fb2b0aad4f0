import type { Migration } from '../../../kit/migrate.ts'

/** State of the images screen: saved views, commands on many images with what was before, and marks to sort the queue by. */
export const library0022: Migration = {
  version: 22,
  title: 'browse',
  sql: `
-- query is JSON: the filter, the order and the layout of the screen.
CREATE TABLE saved_view (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  name       TEXT NOT NULL COLLATE NOCASE,
  query      TEXT NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

-- An act on many pictures. Its pictures are changed portion by portion, those up to done_to already; a start after a crash goes on there.
CREATE TABLE bulk_act (
  seq        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  act        TEXT NOT NULL,
  state      TEXT NOT NULL,
  images     INTEGER NOT NULL,
  restored   INTEGER NOT NULL DEFAULT 0,
  done_to    INTEGER NOT NULL DEFAULT 0,
  made_at    REAL NOT NULL
) STRICT;
CREATE INDEX bulk_act_project ON bulk_act (project_id, seq);

-- What each picture of an act was before: a split, a batch, a state, or a tag with the sign of its change.
CREATE TABLE bulk_before (
  act_seq   INTEGER NOT NULL REFERENCES bulk_act (seq) ON DELETE CASCADE,
  image_seq INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  was       TEXT NOT NULL,
  PRIMARY KEY (act_seq, image_seq, was)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_before_image ON bulk_before (image_seq);

-- How much a look at a picture would tell. A stale mark still sorts until the picture is looked through again.
CREATE TABLE image_triage (
  image_seq    INTEGER PRIMARY KEY REFERENCES image (seq) ON DELETE CASCADE,
  disagreement REAL NOT NULL,
  findings     REAL NOT NULL,
  novelty      REAL NOT NULL,
  is_stale     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER image_triage_stale AFTER UPDATE OF revision, shapes, proposals ON image BEGIN
  UPDATE image_triage SET is_stale = 1 WHERE image_seq = NEW.seq AND is_stale = 0;
END;
`,
}
