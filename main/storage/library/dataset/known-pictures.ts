import { brand } from '#common/border'
import type { BlobHash, ImageId } from '#common/ids'
import type { KnownPictures } from '#core/datasets/staging-ports'
import type { ReadDb } from '../../kit/db.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly blob: string
  readonly width: number
  readonly height: number
  readonly labelled: number
}

/** The pictures of a project, as far as labels that come by name need them. */
export function knownPictures(db: ReadDb): KnownPictures {
  const all = db.prepare<[string], Row>(
    `SELECT id, name, blob, width, height, shapes > 0 OR is_null = 1 AS labelled
       FROM image WHERE project_id = ? AND trashed_at IS NULL ORDER BY seq`,
  )
  return {
    async of(project) {
      return all.all(project).map(({ id, blob, labelled, ...row }) => ({
        ...row,
        id: brand<ImageId>(id),
        blob: brand<BlobHash>(blob),
        isLabelled: labelled === 1,
      }))
    },
  }
}
