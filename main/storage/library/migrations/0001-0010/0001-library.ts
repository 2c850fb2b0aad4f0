import type { Migration } from '../../../kit/migrate.ts'

/** The first layout: workspaces, projects, pictures, labels with their history, tasks, versions, exports, keys. */
export const library0001: Migration = {
  version: 1,
  title: 'library',
  sql: `
CREATE TABLE workspace (
  id         INTEGER PRIMARY KEY,
  slug       TEXT NOT NULL UNIQUE,
  name       TEXT NOT NULL,
  created_at REAL NOT NULL
) STRICT;

CREATE TABLE api_key (
  id           TEXT PRIMARY KEY,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL UNIQUE,
  ending       TEXT NOT NULL,
  created_at   REAL NOT NULL
) STRICT;

CREATE TABLE project (
  id               TEXT PRIMARY KEY,
  workspace_id     INTEGER NOT NULL REFERENCES workspace (id),
  slug             TEXT NOT NULL,
  name             TEXT NOT NULL,
  type             TEXT NOT NULL,
  annotation_group TEXT NOT NULL,
  license          TEXT NOT NULL,
  created_at       REAL NOT NULL,
  updated_at       REAL NOT NULL,
  last_version     INTEGER NOT NULL DEFAULT 0,
  UNIQUE (workspace_id, slug)
) STRICT;

CREATE TABLE label_class (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  name       TEXT NOT NULL,
  color      INTEGER NOT NULL,
  position   INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE batch (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  name       TEXT NOT NULL,
  created_at REAL NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE image (
  seq         INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  project_id  TEXT NOT NULL REFERENCES project (id),
  batch_id    TEXT NOT NULL REFERENCES batch (id),
  name        TEXT NOT NULL,
  blob        TEXT NOT NULL,
  bytes       INTEGER NOT NULL,
  format      TEXT NOT NULL,
  width       INTEGER NOT NULL,
  height      INTEGER NOT NULL,
  color       TEXT NOT NULL,
  brightness  REAL NOT NULL,
  split       TEXT NOT NULL,
  state       TEXT NOT NULL DEFAULT 'todo',
  is_null     INTEGER NOT NULL DEFAULT 0,
  shapes      INTEGER NOT NULL DEFAULT 0,
  revision    INTEGER NOT NULL DEFAULT 0,
  undo_depth  INTEGER NOT NULL DEFAULT 0,
  added_at    REAL NOT NULL,
  trashed_at  REAL
) STRICT;
CREATE UNIQUE INDEX image_content ON image (project_id, blob) WHERE trashed_at IS NULL;
CREATE INDEX image_added  ON image (project_id, seq) WHERE trashed_at IS NULL;
CREATE INDEX image_name   ON image (project_id, name COLLATE NOCASE, seq) WHERE trashed_at IS NULL;
CREATE INDEX image_shapes ON image (project_id, shapes, seq) WHERE trashed_at IS NULL;
CREATE INDEX image_facets ON image (project_id, split, state, is_null, shapes, batch_id) WHERE trashed_at IS NULL;

CREATE TABLE shape (
  image_seq INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  id        TEXT NOT NULL,
  class_id  TEXT NOT NULL REFERENCES label_class (id),
  z         REAL NOT NULL,
  origin    TEXT NOT NULL,
  kind      TEXT NOT NULL,
  geometry  TEXT NOT NULL,
  area      REAL NOT NULL,
  PRIMARY KEY (image_seq, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shape_class ON shape (class_id, image_seq);

-- How many shapes of a class a picture holds, kept by triggers so that filters and counts never scan the shapes.
CREATE TABLE image_class (
  image_seq INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  class_id  TEXT NOT NULL REFERENCES label_class (id),
  shapes    INTEGER NOT NULL,
  PRIMARY KEY (image_seq, class_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX image_class_class ON image_class (class_id, image_seq, shapes);

CREATE TRIGGER shape_added AFTER INSERT ON shape BEGIN
  INSERT INTO image_class VALUES (NEW.image_seq, NEW.class_id, 1)
    ON CONFLICT (image_seq, class_id) DO UPDATE SET shapes = shapes + 1;
  UPDATE image SET shapes = shapes + 1 WHERE seq = NEW.image_seq;
END;
CREATE TRIGGER shape_removed AFTER DELETE ON shape BEGIN
  UPDATE image_class SET shapes = shapes - 1 WHERE image_seq = OLD.image_seq AND class_id = OLD.class_id;
  DELETE FROM image_class WHERE image_seq = OLD.image_seq AND class_id = OLD.class_id AND shapes = 0;
  UPDATE image SET shapes = shapes - 1 WHERE seq = OLD.image_seq;
END;
CREATE TRIGGER shape_reclassed AFTER UPDATE OF class_id ON shape WHEN OLD.class_id <> NEW.class_id BEGIN
  UPDATE image_class SET shapes = shapes - 1 WHERE image_seq = OLD.image_seq AND class_id = OLD.class_id;
  DELETE FROM image_class WHERE image_seq = OLD.image_seq AND class_id = OLD.class_id AND shapes = 0;
  INSERT INTO image_class VALUES (NEW.image_seq, NEW.class_id, 1)
    ON CONFLICT (image_seq, class_id) DO UPDATE SET shapes = shapes + 1;
END;

-- Every gesture ever made on a picture. Those at positions up to image.undo_depth are applied, the rest can be repeated.
CREATE TABLE edit (
  image_seq INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  label     TEXT NOT NULL,
  changes   TEXT NOT NULL,
  made_at   REAL NOT NULL,
  PRIMARY KEY (image_seq, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE task (
  id           TEXT PRIMARY KEY,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  project_id   TEXT REFERENCES project (id),
  kind         TEXT NOT NULL,
  title        TEXT NOT NULL,
  input        TEXT NOT NULL,
  status       TEXT NOT NULL,
  current      INTEGER,
  total        INTEGER,
  result       TEXT,
  error        TEXT,
  created_at   REAL NOT NULL,
  updated_at   REAL NOT NULL
) STRICT;
CREATE INDEX task_status ON task (status, updated_at);

CREATE TABLE import_file (
  task_id  TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
  seq      INTEGER NOT NULL,
  path     TEXT NOT NULL,
  outcome  TEXT NOT NULL,
  image_id TEXT,
  reason   TEXT,
  PRIMARY KEY (task_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_outcome ON import_file (task_id, outcome, seq);

CREATE TABLE split_move (
  task_id    TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
  image_seq  INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  from_split TEXT NOT NULL,
  to_split   TEXT NOT NULL,
  PRIMARY KEY (task_id, image_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE version (
  id         INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  number     INTEGER NOT NULL,
  name       TEXT NOT NULL,
  settings   TEXT NOT NULL,
  seed       TEXT NOT NULL,
  classes    TEXT NOT NULL,
  state      TEXT NOT NULL,
  task_id    TEXT REFERENCES task (id),
  created_at REAL NOT NULL,
  UNIQUE (project_id, number)
) STRICT;

-- What the version was made from, copied when it was asked for: later edits of the project do not reach it.
CREATE TABLE version_source (
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
) STRICT, WITHOUT ROWID;

CREATE TABLE version_image (
  version_id  INTEGER NOT NULL REFERENCES version (id) ON DELETE CASCADE,
  source      INTEGER NOT NULL,
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
  PRIMARY KEY (version_id, source, variant)
) STRICT, WITHOUT ROWID;
CREATE INDEX version_image_order ON version_image (version_id, split, file_name);
CREATE INDEX version_image_blob ON version_image (version_id, blob);

CREATE TABLE export (
  version_id INTEGER NOT NULL REFERENCES version (id) ON DELETE CASCADE,
  format     TEXT NOT NULL,
  task_id    TEXT NOT NULL REFERENCES task (id),
  file_name  TEXT NOT NULL,
  blob       TEXT,
  bytes      INTEGER,
  link_key   TEXT NOT NULL UNIQUE,
  created_at REAL NOT NULL,
  PRIMARY KEY (version_id, format)
) STRICT, WITHOUT ROWID;
`,
}
