import { brand } from '#common/border'
import type { BlobHash, ImageId, ProjectId, TaskId } from '#common/ids'
import type { KnownImages } from '#core/exchange/datasets/staging-ports'
import type { ReadDb } from '../../kit/db.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly blob: string
  readonly width: number
  readonly height: number
  readonly labelled: number
  readonly fresh: number
}

/** The images of a project, as far as labels that come by name need them. */
export function knownImages(db: ReadDb): KnownImages {
  const all = db.prepare<{ project: ProjectId; task: TaskId | null }, Row>(
    `SELECT id, name, blob, width, height, shapes > 0 OR is_null = 1 AS labelled,
            id IN (SELECT image_id FROM import_mark WHERE task_id = :task AND mark = 'added'
                   UNION ALL SELECT image_id FROM import_file WHERE task_id = :task AND outcome = 'added') AS fresh
       FROM image WHERE project_id = :project AND trashed_at IS NULL ORDER BY seq`,
  )
  return {
    async of(project, task) {
      return all.all({ project, task: task ?? null }).map(({ id, blob, labelled, fresh, ...row }) => ({
        ...row,
        id: brand<ImageId>(id),
        blob: brand<BlobHash>(blob),
        isLabelled: labelled === 1,
        isNew: fresh === 1,
      }))
    },
  }
}
