import type { Migration } from '../../../kit/migrate.ts'

/** The points that the objects of a class have, as JSON; null for classes of other kinds of projects. */
export const library0017: Migration = {
  version: 17,
  title: 'skeletons of classes',
  sql: 'ALTER TABLE label_class ADD COLUMN skeleton TEXT;',
}
