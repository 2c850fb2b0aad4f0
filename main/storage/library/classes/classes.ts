import type { ClassRepository } from '#core/classes/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { bulkStatements } from '../browse/bulk.sql.ts'
import { KEPT_ACTS } from '../browse/bulk.ts'
import { idList, toSeconds } from '../columns.ts'
import { toClass } from '../dataset/projects.ts'
import { projectStatements } from '../sql/projects.sql.ts'
import { classStatements } from './classes.sql.ts'
import { mergeStatements } from './merge.sql.ts'

export function classRepository(db: ReadDb, commits: CommitQueue): ClassRepository {
  const sql = { ...classStatements(db), ...mergeStatements(db), classes: projectStatements(db).classes }
  const acts = bulkStatements(db)

  return {
    update(project, id, { color, chord, attributes }) {
      return commits.run(() => {
        if (color !== undefined) sql.setColor.run({ project, id, value: color })
        if (attributes !== undefined) sql.setAttributes.run({ project, id, value: JSON.stringify(attributes) })
        if (chord !== undefined) {
          sql.freeChord.run({ project, id, value: chord })
          sql.setChord.run({ project, id, value: chord })
        }
        return sql.classes.all(project).map(toClass)
      })
    },
    reorder(project, order) {
      return commits.run(() => {
        sql.reorder.run({ project, order: idList(order) })
        return sql.classes.all(project).map(toClass)
      })
    },
    async mergeFacts(project, pair) {
      const found = sql.facts.get({ project, ...pair })
      if (found === undefined)
        throw new Error(`The classes ${pair.from} and ${pair.into} vanished while they were compared`)
      const { labels, images, versions, gives_points, has_other_points } = found
      return { labels, images, versions, givesPoints: gives_points === 1, hasOtherPoints: has_other_points === 1 }
    },
    beginMerge({ id, projectId, act, madeAt }) {
      return commits.run(() => {
        const seq = Number(acts.insert.run(id, projectId, JSON.stringify(act), toSeconds(madeAt)).lastInsertRowid)
        const pair = { from: act.from.id, into: act.into.id }
        sql.givePoints.run(pair)
        sql.giveAttributes.run(pair)
        sql.note.run({ ...pair, act: seq })
        const images = acts.changed.get(seq) ?? 0
        acts.setChanged.run(images, seq)
        acts.prune.run({ project: projectId, kept: KEPT_ACTS })
        return { labels: sql.labels.get(seq) ?? 0, images }
      })
    },
  }
}
