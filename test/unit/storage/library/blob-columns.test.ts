import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { EVENT_MIGRATIONS } from '#storage/events/migrations/registry'
import { migrate } from '#storage/kit/migrate'
import { BLOB_TABLES } from '#storage/library/dataset/blob-references'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

/** Hashes of other things than files. */
const OTHER_HASHES: readonly unknown[] = ['api_key.hash']

/** Columns that name a file by its hash, by their names. */
function columnsThatNameFiles(migrations: Parameters<typeof migrate>[1]): unknown[] {
  const db = new Database(':memory:')
  migrate(db, migrations)
  return db
    .prepare(
      `SELECT t.name || '.' || c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'
          AND (c.name LIKE '%blob%' OR c.name LIKE '%hash%' OR c.name LIKE '%media%' OR c.name LIKE '%sha256%') ORDER BY 1`,
    )
    .pluck()
    .all()
    .filter((column) => !OTHER_HASHES.includes(column))
}

test('every column of the library that names a file keeps it from being swept away', () => {
  expect(columnsThatNameFiles(LIBRARY_MIGRATIONS)).toEqual(BLOB_TABLES.map((name) => `${name}.blob`).toSorted())
})

test('the files of events are named by one column alone', () => {
  expect(columnsThatNameFiles(EVENT_MIGRATIONS)).toEqual(['file.hash'])
})
