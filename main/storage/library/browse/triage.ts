import { proposedShape } from '#common/annotation/proposal'
import { isPlaced } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId } from '#common/ids'
import type { JudgedImage, Labelled, Said, TriageRepository } from '#core/dataset/triage/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { ifSound, soundRows } from '../../kit/stored-row.ts'
import { toProposal } from '../dataset/proposal-rows.ts'
import { toShape } from '../dataset/shape-rows.ts'
import { type JudgedRow, MEASURED_OBJECTS, stepOf, triageStatements } from './triage.sql.ts'

export function triageRepository(db: ReadDb, commits: CommitQueue): TriageRepository {
  const sql = triageStatements(db)

  function withLabels(rows: readonly JudgedRow[]): JudgedImage[] {
    const seqs = JSON.stringify(rows.map(({ seq }) => seq))
    const shapes = Map.groupBy(sql.shapes.all(seqs), (row) => row.image_seq)
    const proposals = Map.groupBy(sql.proposals.all(seqs), (row) => row.image_seq)
    return rows.map(({ look, ...row }) => ({
      ...row,
      look: look ?? undefined,
      labels: (shapes.get(row.seq) ?? []).flatMap((each): Labelled[] => {
        const shape = ifSound(() => toShape(each))
        return shape && isPlaced(shape) ? [{ shape, className: each.class_name }] : []
      }),
      said: soundRows(proposals.get(row.seq) ?? [], (each): Said => {
        const proposal = toProposal(each)
        const { className, score } = proposal
        return { shape: proposedShape(proposal), className, score: score ?? 1, isSettled: each.is_settled === 1 }
      }),
    }))
  }

  return {
    async countUnjudged(project) {
      return sql.countUnjudged.get({ project }) ?? 0
    },
    async countImages(project) {
      return sql.countImages.get({ project }) ?? 0
    },
    async toJudge(project, { after, limit, isAll }) {
      return withLabels((isAll ? sql.all : sql.unjudged).all({ project, after, limit }))
    },
    async sizes(project) {
      return sql.classes.all(project).map(({ id, shapes }) => ({
        classId: brand<ClassId>(id),
        logShares: sql.sizes
          .all({ classId: id, step: stepOf(shapes, MEASURED_OBJECTS) })
          .map(({ area, image }) => Math.log(area / image)),
      }))
    },
    async labelledLooks(project, most) {
      const labelled = sql.labelled.get({ project }) ?? 0
      return { labelled, looks: most === 0 ? [] : sql.looks.all({ project, most, step: stepOf(labelled, most) }) }
    },
    mark: (judged) => commits.run(() => judged.forEach((each) => void sql.mark.run(each))),
  }
}
