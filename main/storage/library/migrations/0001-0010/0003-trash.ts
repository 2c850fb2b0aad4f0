import type { Migration } from '../../../kit/migrate.ts'

/** The trash: projects and versions that can be taken out again, and what finds them and the pictures in it fast. */
export const library0003: Migration = {
  version: 3,
  title: 'trash',
  sql: `
-- In the trash a project gives its address up for others: slug is "~" and its identifier, trashed_slug what it was.
-- A trashed_at of 0 says that it is being deleted for good, piece by piece: it cannot come back.
ALTER TABLE project ADD COLUMN trashed_at REAL;
ALTER TABLE project ADD COLUMN trashed_slug TEXT;
ALTER TABLE version ADD COLUMN trashed_at REAL;

CREATE INDEX project_trashed ON project (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX version_trashed ON version (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX image_trashed ON image (trashed_at, project_id) WHERE trashed_at IS NOT NULL;
-- Deleting a picture takes its moves along; without this each would look through all of them.
CREATE INDEX split_move_image ON split_move (image_seq);
`,
}
