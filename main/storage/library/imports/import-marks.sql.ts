import { brand } from '#common/border'
import type { ImageId } from '#common/ids'
import type { EarlierRuns, ImageMark } from '#core/dataset/images/import-ports'
import type { ReadDb } from '../../kit/db.ts'
import { storedMessage } from '../../kit/stored-message.ts'

/** Images with labels of the import. */
export const LABELLED = `SELECT image_id FROM import_file WHERE task_id = @task AND annotated = 1
  UNION SELECT image_id FROM import_mark WHERE task_id = @task AND mark = 'labelled'`

/** Statements about the marks that an import leaves for a run after a kill. */
export function markStatements(db: ReadDb) {
  const all = (sql: string) => db.prepare<{ task: string }, string>(sql).pluck()
  const counted = "SELECT image_id FROM import_file WHERE task_id = @task AND outcome = 'added'"
  return {
    add: db.prepare<[string, ImageMark, string, string]>('INSERT OR IGNORE INTO import_mark VALUES (?, ?, ?, ?)'),
    remove: db.prepare<[string, ImageMark, string]>(
      'DELETE FROM import_mark WHERE task_id = ? AND mark = ? AND image_id = ?',
    ),
    paths: all("SELECT path FROM import_file WHERE task_id = @task AND outcome NOT IN ('problem', 'note')"),
    labelledPaths: all('SELECT path FROM import_file WHERE task_id = @task AND annotated = 1'),
    counted: all(counted),
    added: all(`${counted} UNION SELECT image_id FROM import_mark WHERE task_id = @task AND mark = 'added'`),
    seen: all('SELECT DISTINCT image_id FROM import_file WHERE task_id = @task AND image_id IS NOT NULL'),
    labelled: all(LABELLED),
    marked: db.prepare<[string], { mark: ImageMark; image: string; path: string }>(
      'SELECT mark, image_id AS image, path FROM import_mark WHERE task_id = ?',
    ),
    told: db.prepare<[string], { path: string; reason: string }>(
      "SELECT path, coalesce(reason, '') AS reason FROM import_file WHERE task_id = ? AND outcome IN ('problem', 'note')",
    ),
  }
}

/** All that earlier runs of the task have left. */
export function earlierRuns(sql: ReturnType<typeof markStatements>, task: string): EarlierRuns {
  const idsOf = (name: 'added' | 'counted' | 'seen' | 'labelled') =>
    new Set(sql[name].all({ task }).map((id) => brand<ImageId>(id)))
  const [paths, labelledPaths] = [new Set(sql.paths.all({ task })), new Set(sql.labelledPaths.all({ task }))]
  return {
    paths,
    labelledPaths,
    added: idsOf('added'),
    counted: idsOf('counted'),
    seen: idsOf('seen'),
    labelled: idsOf('labelled'),
    marked: sql.marked.all(task).map(({ image, ...rest }) => ({ ...rest, image: brand<ImageId>(image) })),
    told: sql.told.all(task).map(({ path, reason }) => ({ path, reason: storedMessage(reason) })),
  }
}
