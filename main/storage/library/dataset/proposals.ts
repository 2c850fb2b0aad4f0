import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { ProposalRepository } from '#core/annotation/proposals/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { proposalStatements } from '../sql/proposals.sql.ts'
import { toProposalRow } from './proposal-rows.ts'

export function proposalRepository(db: ReadDb, commits: CommitQueue): ProposalRepository {
  const sql = proposalStatements(db)
  return {
    replace({ projectId, image }, { of, proposals, accept }) {
      return commits.run(() => {
        const seq = sql.image.get(projectId, image)
        if (seq === undefined) return refuse('image-gone', { image })
        const { kept = 0, last = -1 } = sql.counts.get(of, seq) ?? {}
        const accepted = accept(kept)
        if (!accepted.ok) return accepted
        if (of === null) sql.removeAll.run(seq)
        else sql.removeOf.run(seq, of)
        for (const [index, proposal] of proposals.entries())
          sql.add.run({ ...toProposalRow(proposal, last + 1 + index), image_seq: seq })
        return ok(undefined)
      })
    },
  }
}
