import type { Migration } from '../../../kit/migrate.ts'

/** At most once a second, so that an act on very many images does not write the row of its project for each of them. */
function touch(project: string): string {
  return `
  UPDATE project SET updated_at = unixepoch('subsec')
   WHERE id = ${project} AND abs(updated_at - unixepoch('subsec')) > 1;
END;`
}

const OF_IMAGE = '(SELECT project_id FROM image WHERE seq = NEW.image_seq)'
const OF_JOB = '(SELECT project_id FROM annotation_job WHERE id = NEW.job_id)'

/** A project has changed when its labels, images, classes, jobs or trash have, in the same transaction. */
export const library0037: Migration = {
  version: 37,
  title: 'moments of changes',
  sql: `
CREATE TRIGGER image_touches AFTER UPDATE OF revision, state, is_null, split, batch_id, trashed_at ON image BEGIN
  ${touch('NEW.project_id')}
CREATE TRIGGER class_added_touches AFTER INSERT ON label_class BEGIN
  ${touch('NEW.project_id')}
CREATE TRIGGER class_changed_touches AFTER UPDATE OF name, color, position, skeleton, chord, attributes ON label_class BEGIN
  ${touch('NEW.project_id')}
CREATE TRIGGER class_removed_touches AFTER DELETE ON label_class BEGIN
  ${touch('OLD.project_id')}
CREATE TRIGGER job_added_touches AFTER INSERT ON annotation_job BEGIN
  ${touch('NEW.project_id')}
CREATE TRIGGER job_changed_touches AFTER UPDATE ON annotation_job BEGIN
  ${touch('NEW.project_id')}
CREATE TRIGGER job_removed_touches AFTER DELETE ON annotation_job BEGIN
  ${touch('OLD.project_id')}
CREATE TRIGGER job_reviewed_touches AFTER UPDATE OF verdict ON job_image BEGIN
  ${touch(OF_JOB)}
CREATE TRIGGER tag_added_touches AFTER INSERT ON image_tag BEGIN
  ${touch(OF_IMAGE)}
CREATE TRIGGER tag_removed_touches AFTER DELETE ON image_tag BEGIN
  ${touch(OF_IMAGE.replace('NEW', 'OLD'))}
CREATE TRIGGER comment_added_touches AFTER INSERT ON comment BEGIN
  ${touch(OF_IMAGE)}

-- Of work that was done before: the latest edits alone are read, since there may be very many.
UPDATE project SET updated_at = max(updated_at, latest.at)
  FROM (SELECT i.project_id, max(o.made_at) AS at
          FROM (SELECT image_seq, made_at FROM operation ORDER BY id DESC LIMIT 100000) o
          JOIN image i ON i.seq = o.image_seq GROUP BY i.project_id) AS latest
 WHERE project.id = latest.project_id;
`,
}
