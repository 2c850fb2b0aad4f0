import { brand } from '#common/border'
import type { BlobHash, ProjectId } from '#common/ids'
import type { CopyRepository } from '#core/exchange/catalog/ports'
import { freeName } from '#core/exchange/catalog/rules'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { toSeconds } from '../columns.ts'
import { toProject, toProjectRow } from '../dataset/projects.ts'
import { copyStatements, imageCopyStatements } from '../sql/catalog.sql.ts'
import { copyBeside, copyRow } from './image-copy.ts'

/** A piece of a copy takes about this long; others are served after it. */
const PIECE_MS = 10

export function copyRepository(db: ReadDb, commits: CommitQueue): CopyRepository {
  const sql = copyStatements(db)
  const copy = imageCopyStatements(db)

  /** One image with all that hangs on it; nothing when the same bytes are there. */
  function copyImage(to: ProjectId, seq: number) {
    const source = copy.source.get({ to, seq })
    if (source === undefined || source.is_there === 1) return
    const fresh = copyRow(copy, to, source)
    copy.shapes.run({ to, seq, fresh })
    copy.review.run({ seq, fresh })
    copyBeside(copy, { seq, fresh })
  }

  return {
    async source(id) {
      const row = sql.source.get(id)
      return row && toProject(row)
    },
    async begin(target) {
      await commits.run(() => sql.begin.run(toProjectRow(target)))
    },
    async target(id) {
      const row = sql.target.get(id)
      return row && { project: toProject(row), isWhole: row.is_whole === 1 }
    },
    async addClasses(project, classes) {
      await commits.run(() => {
        for (const [position, { name, color, skeleton, attributes = [] }] of classes.entries()) {
          const asked = { skeleton: skeleton ? JSON.stringify(skeleton) : null, attributes: JSON.stringify(attributes) }
          sql.addClass.run({ project, name, color, position, ...asked })
        }
      })
    },
    async count(project) {
      return sql.count.get(project) ?? 0
    },
    async next(from, after) {
      return sql.next.all(from, after).map((row) => ({ ...row, blob: brand<BlobHash>(row.blob) }))
    },
    copySome: (from, to, images) =>
      commits.run(() => {
        const end = performance.now() + PIECE_MS
        copy.classes.run({ from, to })
        let passed = 0
        for (const seq of images) {
          copyImage(to, seq)
          passed += 1
          if (performance.now() >= end) break
        }
        return passed
      }),
    async show(id, now) {
      await commits.run(() => {
        const row = sql.target.get(id)
        if (row === undefined) return
        const { name, slug } = freeName(row.name, (text) => sql.slugTaken.get(row.workspace_id, text) !== undefined)
        sql.show.run(slug, name, toSeconds(now), id)
      })
    },
    async giveUp(id) {
      await commits.run(() => sql.giveUp.run(id))
    },
  }
}
