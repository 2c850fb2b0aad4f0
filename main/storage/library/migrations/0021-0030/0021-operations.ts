import type { Migration } from '../../../kit/migrate.ts'

/**
 * The history of a picture becomes a log that only grows: what was undone stays in it, and undoing is an entry of its own. What
 * was undone before is entered as undone now, so that walking the log back from the labels as they are leads through every state.
 */
export const library0021: Migration = {
  version: 21,
  title: 'the log of operations',
  sql: `
CREATE TABLE operation (
  id         INTEGER PRIMARY KEY,
  image_seq  INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  op         TEXT NOT NULL,
  label      TEXT NOT NULL,
  actor      TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  made_at    REAL NOT NULL,
  -- JSON: what an edit changed. An undo and a redo have nothing here, they name the edit that they are about.
  content    TEXT NOT NULL,
  edit_id    INTEGER,
  -- Place of an edit among those that can be undone (up to image.undo_depth) or repeated; null once it can be neither.
  position   INTEGER
) STRICT;
INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content, position)
  SELECT image_seq, 'edit', label, 'person', '', made_at,
         json_object('changes', json(changes), 'proposals', json(proposals)), position
    FROM edit ORDER BY made_at, image_seq, position;
INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content, edit_id)
  SELECT o.image_seq, 'undo', o.label, 'person', '', o.made_at, '{}', o.id
    FROM operation o JOIN image i ON i.seq = o.image_seq
   WHERE o.position > i.undo_depth
   ORDER BY o.image_seq, o.position DESC;
CREATE INDEX operation_image ON operation (image_seq, id);
CREATE UNIQUE INDEX operation_position ON operation (image_seq, position) WHERE position IS NOT NULL;
DROP TABLE edit;

-- A drawing that is not finished, as JSON; it waits on its picture.
CREATE TABLE sketch (
  image_seq INTEGER PRIMARY KEY REFERENCES image (seq) ON DELETE CASCADE,
  content   TEXT NOT NULL
) STRICT;
`,
}
