import type { Migration } from '../../../kit/migrate.ts'

/** How many pictures of a project have each tag, kept by triggers: what one may search for is asked with the first letter. */
export const library0027: Migration = {
  version: 27,
  title: 'counts of tags',
  sql: `
CREATE TABLE project_tag (
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  tag        TEXT NOT NULL,
  images     INTEGER NOT NULL,
  PRIMARY KEY (project_id, tag)
) STRICT, WITHOUT ROWID;
INSERT INTO project_tag
  SELECT i.project_id, t.tag, count(*) FROM image i JOIN image_tag t ON t.image_seq = i.seq
   WHERE i.trashed_at IS NULL GROUP BY i.project_id, t.tag;

-- Pictures in the trash do not count. One that is deleted for good has been there, so it counts no more.
CREATE TRIGGER image_tag_added AFTER INSERT ON image_tag BEGIN
  INSERT INTO project_tag SELECT project_id, NEW.tag, 1 FROM image WHERE seq = NEW.image_seq AND trashed_at IS NULL
    ON CONFLICT DO UPDATE SET images = images + 1;
END;
CREATE TRIGGER image_tag_removed AFTER DELETE ON image_tag BEGIN
  UPDATE project_tag SET images = images - 1
   WHERE tag = OLD.tag AND project_id = (SELECT project_id FROM image WHERE seq = OLD.image_seq AND trashed_at IS NULL);
END;
CREATE TRIGGER image_trashed_tags AFTER UPDATE OF trashed_at ON image
WHEN (OLD.trashed_at IS NULL) <> (NEW.trashed_at IS NULL) BEGIN
  INSERT INTO project_tag SELECT NEW.project_id, tag, CASE WHEN NEW.trashed_at IS NULL THEN 1 ELSE -1 END
    FROM image_tag WHERE image_seq = NEW.seq
    ON CONFLICT DO UPDATE SET images = images + excluded.images;
END;
`,
}
