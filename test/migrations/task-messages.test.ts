import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '#storage/kit/migrate'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

test('titles and failures of tasks become messages: known ones by their codes, all others as they were written', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 38),
  )
  db.exec(`
    INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0);
    INSERT INTO project (id, workspace_id, slug, name, type, annotation_group, license, created_at, updated_at)
      VALUES ('p', 1, 'p', 'P', 'object-detection', 'p', '', 0, 0);
    INSERT INTO task (id, workspace_id, project_id, kind, title, input, status, error, created_at, updated_at) VALUES
      ('a', 1, 'p', 'version', 'Generate a version', '{}', 'completed', NULL, 1, 1),
      ('b', 1, 'p', 'version', 'Generate "Late" % run', '{}', 'failed', 'Cancelled', 2, 2),
      ('c', 1, NULL, 'model-fetch', 'Fetch SAM 2', '{}', 'failed',
        'Tessera crashed twice during this task, so the task was stopped. Finished work is kept. Start the task again, or look into the log', 3, 3),
      ('d', 1, 'p', 'import', 'Import 1,204 files', '{}', 'failed', 'It said "no"', 4, 4)`)

  migrate(db, LIBRARY_MIGRATIONS)

  const rows = db
    .prepare<[], { title: string; error: string | null }>('SELECT title, error FROM task ORDER BY id')
    .all()
  expect(rows.map(({ title, error }) => [JSON.parse(title), JSON.parse(error ?? 'null')])).toEqual([
    [{ code: 'title-generate-version', params: {} }, null],
    [
      { code: 'title-generate-named-version', params: { name: '"Late" % run' } },
      { code: 'task-cancelled', params: {} },
    ],
    [
      { code: 'title-fetch-model', params: { name: 'SAM 2' } },
      { code: 'task-crashed-twice', params: {} },
    ],
    [
      { code: 'literal', params: { text: 'Import 1,204 files' } },
      { code: 'literal', params: { text: 'It said "no"' } },
    ],
  ])
})
