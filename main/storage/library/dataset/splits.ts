import { brand } from '#common/border'
import type { ClassId, ImageId } from '#common/ids'
import { Split, SplitCounts } from '#common/split'
import type { SplitRepository } from '#core/curation/splits/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { soundRows } from '../../kit/stored-row.ts'
import { idList } from '../columns.ts'

interface SplitRow {
  readonly id: string
  readonly split: string
  readonly batch: string
  readonly job: string | null
  readonly classes: string | null
}

export function splitRepository(db: ReadDb, commits: CommitQueue): SplitRepository {
  const images = db.prepare<[string], SplitRow>(
    `SELECT i.id, i.split, i.batch_id AS batch, (SELECT job_id FROM job_image WHERE image_seq = i.seq) AS job,
            (SELECT group_concat(class_id) FROM image_class WHERE image_seq = i.seq) AS classes
       FROM image i WHERE i.project_id = ? AND i.trashed_at IS NULL ORDER BY i.seq`,
  )
  const names = db.prepare<[string, string], { id: string; name: string }>(
    'SELECT id, name FROM image WHERE project_id = ? AND id IN (SELECT value FROM json_each(?))',
  )
  const movedBefore = db.prepare<[string], number>('SELECT count(*) FROM split_move WHERE task_id = ?').pluck()
  const remember = db.prepare<[string, string, string]>(
    `INSERT INTO split_move (task_id, image_seq, from_split, to_split)
     SELECT ?, i.seq, i.split, m.value ->> 'to' FROM json_each(?) m JOIN image i ON i.id = m.value ->> 'image'
      WHERE i.project_id = ? AND i.split = m.value ->> 'from'`,
  )
  const apply = db.prepare<[string]>(
    `UPDATE image SET split = m.to_split FROM split_move m WHERE m.task_id = ? AND m.image_seq = image.seq`,
  )
  const undo = db.prepare<[string, string]>(
    `UPDATE image SET split = m.from_split FROM split_move m
      WHERE m.task_id = ? AND m.image_seq = image.seq AND image.split = m.to_split AND image.project_id = ?`,
  )
  const counts = db.prepare<[string], SplitCounts>(
    `SELECT count(*) FILTER (WHERE split = 'train') AS train,
            count(*) FILTER (WHERE split = 'valid') AS valid,
            count(*) FILTER (WHERE split = 'test') AS test
       FROM image INDEXED BY image_facets WHERE project_id = ? AND trashed_at IS NULL`,
  )

  return {
    async images(projectId) {
      // One whose split is damaged stays where it is.
      return soundRows(images.all(projectId), ({ id, split, batch, job, classes }) => ({
        id: brand<ImageId>(id),
        split: Split.parse(split),
        batch,
        job: job ?? undefined,
        classes: (classes ?? '')
          .split(',')
          .filter(Boolean)
          .map((name) => brand<ClassId>(name)),
      }))
    },
    async names(projectId, ids) {
      return new Map(names.all(projectId, idList(ids)).map(({ id, name }) => [brand<ImageId>(id), name]))
    },
    apply: (projectId, taskId, moves) =>
      commits.run(() => {
        // Taken up again after a crash, the task finds its moves done.
        if (Number(movedBefore.get(taskId)) === 0) {
          remember.run(taskId, JSON.stringify(moves), projectId)
          apply.run(taskId)
        }
        return { moved: Number(movedBefore.get(taskId)), after: SplitCounts.parse(counts.get(projectId)) }
      }),
    undo: (projectId, taskId) => commits.run(() => undo.run(taskId, projectId).changes),
  }
}
