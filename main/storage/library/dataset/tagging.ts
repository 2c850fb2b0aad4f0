import { brand } from '#common/border'
import type { ProjectSlug } from '#common/ids'
import type { Tagging } from '#core/dataset/images/tagging'
import type { TaggingRepository } from '#core/dataset/tagging/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { idList } from '../columns.ts'
import { type TaggingStatements, taggingStatements } from '../sql/tagging.sql.ts'

export function taggingRepository(db: ReadDb, commits: CommitQueue): TaggingRepository {
  const sql = taggingStatements(db)

  return {
    apply: (workspace, changes) =>
      commits.run(() =>
        changes.map(({ image, tagging }) => {
          const found = sql.find.get(image, workspace)
          if (found === undefined) return undefined
          writeTagging(sql, found.seq, tagging)
          return brand<ProjectSlug>(found.project)
        }),
      ),
    async tags(image) {
      return sql.tags.all(image)
    },
  }
}

/** Inside a transaction of the caller. */
export function writeTagging(sql: TaggingStatements, seq: number, tagging: Tagging): void {
  const { replaceTags, addTags, removeTags, metadata, removeMetadata } = tagging
  if (replaceTags) sql.clearTags.run(seq)
  if (removeTags.length > 0) sql.removeTags.run(seq, idList(removeTags))
  if (addTags.length > 0) sql.addTags.run(seq, idList(addTags))
  if (removeMetadata.length > 0) sql.removeMetadata.run(seq, idList(removeMetadata))
  for (const [key, value] of Object.entries(metadata)) sql.setMetadata.run(seq, key, JSON.stringify(value))
}
