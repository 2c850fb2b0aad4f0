import type { Migration } from '../../../kit/migrate.ts'

/** Predictions of models, apart from the annotations, and the edits that settled them. */
export const library0016: Migration = {
  version: 16,
  title: 'proposals',
  sql: `
-- place: the order in which they came. A settled one was accepted or rejected by an edit, whose undo offers it again.
CREATE TABLE proposal (
  image_seq  INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  id         TEXT NOT NULL,
  place      INTEGER NOT NULL,
  source     TEXT NOT NULL,
  class_name TEXT NOT NULL,
  score      REAL,
  kind       TEXT NOT NULL,
  geometry   TEXT NOT NULL,
  is_settled INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (image_seq, id)
) STRICT, WITHOUT ROWID;

-- Changes of proposals that belong to the edit, as JSON.
ALTER TABLE edit ADD COLUMN proposals TEXT NOT NULL DEFAULT '[]';

-- How many a picture has that wait for a person, kept by triggers like the count of its shapes.
ALTER TABLE image ADD COLUMN proposals INTEGER NOT NULL DEFAULT 0;
CREATE INDEX image_proposals ON image (project_id, seq) WHERE proposals > 0 AND trashed_at IS NULL;

CREATE TRIGGER proposal_added AFTER INSERT ON proposal WHEN NEW.is_settled = 0 BEGIN
  UPDATE image SET proposals = proposals + 1 WHERE seq = NEW.image_seq;
END;
CREATE TRIGGER proposal_removed AFTER DELETE ON proposal WHEN OLD.is_settled = 0 BEGIN
  UPDATE image SET proposals = proposals - 1 WHERE seq = OLD.image_seq;
END;
CREATE TRIGGER proposal_settled AFTER UPDATE OF is_settled ON proposal WHEN OLD.is_settled <> NEW.is_settled BEGIN
  UPDATE image SET proposals = proposals + OLD.is_settled - NEW.is_settled WHERE seq = NEW.image_seq;
END;
`,
}
