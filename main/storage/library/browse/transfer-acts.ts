import { z } from 'zod'
import { LabelLosses, TransferAct } from '#common/contract/browse/transfers'
import { ProjectId } from '#common/ids'
import type { KeptTransfer } from '#core/curation/transfers/ports'
import type { TransferUndoStatements } from './transfers.sql.ts'

/** A transfer in the column `act`. */
export const StoredTransferAct = TransferAct.extend({
  target: TransferAct.shape.target.extend({ id: ProjectId }),
  there: z.int(),
  losses: LabelLosses,
  undoneAt: z.number().optional(),
})

interface UndonePortion {
  readonly act: number
  readonly from: number
  readonly to: number
}

/** Answers how many images are as they were. What was changed in the copies stays with them in the trash of the target. */
export function takeBack(
  sql: TransferUndoStatements,
  { way, undoneAt }: KeptTransfer,
  { madeAt, ...portion }: UndonePortion & { readonly madeAt: number },
): number {
  if (undoneAt === undefined) throw new Error('The undo of a transfer was not begun')
  if (way === 'copy') return sql.trashCopied.run({ ...portion, at: undoneAt }).changes
  const { changes } = sql.restore.run({ ...portion, at: madeAt })
  sql.trashMoved.run({ ...portion, at: undoneAt })
  return changes
}
