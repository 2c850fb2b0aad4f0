import type { Migration } from '../../../kit/migrate.ts'

/** Verdicts of reviewers on images, and comments at places of them. */
export const library0025: Migration = {
  version: 25,
  title: 'reviews and comments',
  sql: `
-- '': nobody said anything that still holds; 'approved'; 'rejected'; 'answered': rejected before, and marked as done since.
ALTER TABLE image ADD COLUMN review TEXT NOT NULL DEFAULT '';
-- Kept by triggers, so that filters and counts never read the comments.
ALTER TABLE image ADD COLUMN open_comments INTEGER NOT NULL DEFAULT 0;
CREATE INDEX image_reviewed ON image (project_id, review, state) WHERE review <> '' AND trashed_at IS NULL;
CREATE INDEX image_comments ON image (project_id, open_comments) WHERE open_comments > 0 AND trashed_at IS NULL;

-- What was said last of a picture whose review is not ''.
CREATE TABLE image_review (
  image_seq INTEGER PRIMARY KEY REFERENCES image (seq) ON DELETE CASCADE,
  reason    TEXT NOT NULL,
  by_name   TEXT NOT NULL,
  made_at   REAL NOT NULL
) STRICT;

INSERT INTO image_review (image_seq, reason, by_name, made_at)
  SELECT ji.image_seq, '', j.reviewer, unixepoch('subsec')
    FROM job_image ji JOIN annotation_job j ON j.id = ji.job_id WHERE ji.verdict IS NOT NULL;
UPDATE image SET review = ji.verdict FROM job_image ji WHERE ji.image_seq = image.seq AND ji.verdict IS NOT NULL;

-- Labels that changed are not the ones that were approved. A reason holds until somebody says that it is seen to.
DROP TRIGGER job_image_edited;
CREATE TRIGGER image_approval_lapses AFTER UPDATE OF revision ON image
  WHEN OLD.revision <> NEW.revision AND OLD.review = 'approved' AND NEW.review = 'approved' BEGIN
  UPDATE image SET review = '' WHERE seq = NEW.seq;
END;

-- A job and its pictures say the same, whoever said it first.
CREATE TRIGGER image_review_told AFTER UPDATE OF review ON image WHEN OLD.review <> NEW.review BEGIN
  UPDATE job_image SET verdict = CASE WHEN NEW.review IN ('approved', 'rejected') THEN NEW.review END
   WHERE image_seq = NEW.seq;
  DELETE FROM image_review WHERE image_seq = NEW.seq AND NEW.review = '';
END;
CREATE TRIGGER job_image_reviewed AFTER UPDATE OF verdict ON job_image
  WHEN NEW.verdict IS NOT (SELECT CASE WHEN review IN ('approved', 'rejected') THEN review END
                             FROM image WHERE seq = NEW.image_seq) BEGIN
  INSERT INTO image_review (image_seq, reason, by_name, made_at)
    SELECT NEW.image_seq, '', j.reviewer, unixepoch('subsec')
      FROM annotation_job j WHERE j.id = NEW.job_id AND NEW.verdict IS NOT NULL
    ON CONFLICT (image_seq) DO UPDATE SET reason = '', by_name = excluded.by_name, made_at = excluded.made_at;
  UPDATE image
     SET review = coalesce(NEW.verdict, ''),
         state = CASE WHEN NEW.verdict <> 'rejected' OR is_null = 1 OR state <> 'done' THEN state
                      WHEN shapes = 0 THEN 'todo' ELSE 'started' END
   WHERE seq = NEW.image_seq;
END;
-- A picture that is given to a job brings along what is said of it.
CREATE TRIGGER job_image_given AFTER INSERT ON job_image BEGIN
  UPDATE job_image SET verdict = (SELECT CASE WHEN review IN ('approved', 'rejected') THEN review END
                                    FROM image WHERE seq = NEW.image_seq)
   WHERE job_id = NEW.job_id AND image_seq = NEW.image_seq;
END;

-- Replies have a parent and no place. A comment without a place is about the whole picture. Places are pixels of the displayed picture.
CREATE TABLE comment (
  id          TEXT PRIMARY KEY,
  image_seq   INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  parent_id   TEXT REFERENCES comment (id) ON DELETE CASCADE,
  x           REAL,
  y           REAL,
  body        TEXT NOT NULL,
  by_name     TEXT NOT NULL,
  made_at     REAL NOT NULL,
  resolved_at REAL,
  resolved_by TEXT NOT NULL DEFAULT '',
  -- Taken away, and kept so that this can be undone.
  deleted_at  REAL
) STRICT;
CREATE INDEX comment_image ON comment (image_seq, made_at);
CREATE INDEX comment_parent ON comment (parent_id) WHERE parent_id IS NOT NULL;

CREATE TRIGGER comment_added AFTER INSERT ON comment BEGIN
  UPDATE image SET open_comments = (SELECT count(*) FROM comment c WHERE c.image_seq = NEW.image_seq
                                      AND c.parent_id IS NULL AND c.resolved_at IS NULL AND c.deleted_at IS NULL)
   WHERE seq = NEW.image_seq;
END;
CREATE TRIGGER comment_changed AFTER UPDATE OF resolved_at, deleted_at ON comment BEGIN
  UPDATE image SET open_comments = (SELECT count(*) FROM comment c WHERE c.image_seq = NEW.image_seq
                                      AND c.parent_id IS NULL AND c.resolved_at IS NULL AND c.deleted_at IS NULL)
   WHERE seq = NEW.image_seq;
END;
`,
}
