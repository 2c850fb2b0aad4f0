import { brand } from '#common/border'
import type { BlobHash, ImageId, ProjectId, TaskId } from '#common/ids'
import type { KnownPictures } from '#core/datasets/staging-ports'
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

/** The pictures of a project, as far as labels that come by name need them. */
export function knownPictures(db: ReadDb): KnownPictures {
  const all = db.prepare<{ project: ProjectId; since: TaskId | null }, Row>(
    `SELECT id, name, blob, width, height, shapes > 0 OR is_null = 1 AS labelled,
            added_at >= coalesce((SELECT created_at FROM task WHERE id = :since), 9e999) AS fresh
       FROM image WHERE project_id = :project AND trashed_at IS NULL ORDER BY seq`,
  )
  return {
    async of(project, since) {
      return all.all({ project, since: since ?? null }).map(({ id, blob, labelled, fresh, ...row }) => ({
        ...row,
        id: brand<ImageId>(id),
        blob: brand<BlobHash>(blob),
        isLabelled: labelled === 1,
        isNew: fresh === 1,
      }))
    },
  }
}
