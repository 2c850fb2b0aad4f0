import type { Migration } from '../../../kit/migrate.ts'

/** Jobs in which pictures are handed to people. */
export const library0008: Migration = {
  version: 8,
  title: 'annotation jobs',
  sql: `
CREATE TABLE annotation_job (
  id           TEXT PRIMARY KEY,
  project_id   TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  batch_id     TEXT NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  labeler      TEXT NOT NULL,
  reviewer     TEXT NOT NULL,
  instructions TEXT NOT NULL,
  created_at   REAL NOT NULL
) STRICT;
CREATE INDEX annotation_job_project ON annotation_job (project_id, created_at);
CREATE INDEX annotation_job_batch ON annotation_job (batch_id);

-- A picture is in one job at most. The verdict is 'approved', 'rejected', or null while nobody has reviewed it.
CREATE TABLE job_image (
  job_id    TEXT NOT NULL REFERENCES annotation_job (id) ON DELETE CASCADE,
  image_seq INTEGER NOT NULL REFERENCES image (seq) ON DELETE CASCADE,
  verdict   TEXT,
  PRIMARY KEY (job_id, image_seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX job_image_image ON job_image (image_seq);

-- What is edited after the review must be looked at again.
CREATE TRIGGER job_image_edited AFTER UPDATE OF revision ON image WHEN OLD.revision <> NEW.revision BEGIN
  UPDATE job_image SET verdict = NULL WHERE image_seq = NEW.seq AND verdict IS NOT NULL;
END;
CREATE INDEX image_batch ON image (batch_id, seq) WHERE trashed_at IS NULL;
`,
}
