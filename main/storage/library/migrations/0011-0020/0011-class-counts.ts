import type { Migration } from '../../../kit/migrate.ts'

/** How many shapes and pictures of a project each class has, kept by triggers: with a million labels they cannot be counted. */
export const library0011: Migration = {
  version: 11,
  title: 'counts of classes',
  sql: `
ALTER TABLE label_class ADD COLUMN shapes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE label_class ADD COLUMN images INTEGER NOT NULL DEFAULT 0;
UPDATE label_class SET (shapes, images) =
  (SELECT coalesce(sum(ic.shapes), 0), count(*) FROM image_class ic JOIN image i ON i.seq = ic.image_seq
    WHERE ic.class_id = label_class.id AND i.trashed_at IS NULL);

-- Pictures in the trash do not count. One that is deleted for good has been there, so it counts no more.
CREATE TRIGGER image_class_added AFTER INSERT ON image_class
WHEN EXISTS (SELECT 1 FROM image WHERE seq = NEW.image_seq AND trashed_at IS NULL) BEGIN
  UPDATE label_class SET shapes = shapes + NEW.shapes, images = images + 1 WHERE id = NEW.class_id;
END;
CREATE TRIGGER image_class_changed AFTER UPDATE OF shapes ON image_class
WHEN OLD.shapes <> NEW.shapes AND EXISTS (SELECT 1 FROM image WHERE seq = NEW.image_seq AND trashed_at IS NULL) BEGIN
  UPDATE label_class SET shapes = shapes + NEW.shapes - OLD.shapes WHERE id = NEW.class_id;
END;
CREATE TRIGGER image_class_removed AFTER DELETE ON image_class
WHEN EXISTS (SELECT 1 FROM image WHERE seq = OLD.image_seq AND trashed_at IS NULL) BEGIN
  UPDATE label_class SET shapes = shapes - OLD.shapes, images = images - 1 WHERE id = OLD.class_id;
END;
CREATE TRIGGER image_trashed_classes AFTER UPDATE OF trashed_at ON image
WHEN (OLD.trashed_at IS NULL) <> (NEW.trashed_at IS NULL) BEGIN
  UPDATE label_class
     SET shapes = label_class.shapes + CASE WHEN NEW.trashed_at IS NULL THEN ic.shapes ELSE -ic.shapes END,
         images = label_class.images + CASE WHEN NEW.trashed_at IS NULL THEN 1 ELSE -1 END
    FROM image_class ic WHERE ic.image_seq = NEW.seq AND ic.class_id = label_class.id;
END;
`,
}
