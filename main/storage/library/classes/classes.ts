import type { ClassRepository } from '#core/curation/classes/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { keptActStatements } from '../browse/kept-acts.sql.ts'
import { closeNotes, forgetOutlived, openAct } from '../browse/kept-acts.ts'
import { idList } from '../columns.ts'
import { toClass } from '../dataset/projects.ts'
import { projectStatements } from '../sql/projects.sql.ts'
import { classStatements } from './classes.sql.ts'
import { mergeStatements } from './merge.sql.ts'
import { noteMerged } from './merge.ts'

export function classRepository(db: ReadDb, commits: CommitQueue): ClassRepository {
  const sql = { ...classStatements(db), ...mergeStatements(db), classes: projectStatements(db).classes }
  const acts = keptActStatements(db)

  async function noteAll(noteBehind: (after: number) => number | undefined): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after
      after = await commits.run(() => noteBehind(from))
    }
  }

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
    async beginMerge({ id, projectId, act, madeAt }) {
      const pair = { from: act.from.id, into: act.into.id }
      const seq = await commits.run(() => openAct(acts, { id, projectId, act: JSON.stringify(act), madeAt }))
      await noteAll((after) => noteMerged(sql, pair, { act: seq, after }))
      const images = await commits.run(() => {
        sql.givePoints.run(pair)
        sql.giveAttributes.run(pair)
        return closeNotes(acts, seq)
      })
      await forgetOutlived(acts, commits, projectId)
      return { labels: sql.labels.get(seq) ?? 0, images }
    },
  }
}
