import type { KeptAct, NewBulkAct, PreparedAct } from '#core/bulk/ports'
import type { ReadDb } from '../../kit/db.ts'
import { type MergeStatements, mergeStatements } from '../classes/merge.sql.ts'
import { mergePortion, partPortion } from '../classes/merge.ts'
import { toSeconds } from '../columns.ts'
import { verdictLabel } from '../dataset/operation-rows.ts'
import { type BulkStatements, type BulkWay, bulkStatements } from './bulk.sql.ts'
import { type BulkReviewStatements, bulkReviewStatements } from './bulk-review.sql.ts'
import type { ActRow } from './kept-acts.sql.ts'
import { takeBack } from './transfer-acts.ts'
import { type TransferUndoStatements, transferUndoStatements } from './transfers.sql.ts'

/** What acts of all kinds note of pictures, make of them, and give back. */
export interface ChangeStatements extends BulkStatements {
  readonly merge: MergeStatements
  readonly review: BulkReviewStatements
  readonly transfer: TransferUndoStatements
}

export function changeStatements(db: ReadDb): ChangeStatements {
  return {
    ...bulkStatements(db),
    review: bulkReviewStatements(db),
    merge: mergeStatements(db),
    transfer: transferUndoStatements(db),
  }
}

interface Picked {
  readonly act: number
  readonly project: string
  readonly images: string
}

/** Notes of picked pictures what the act would change. */
export function note(sql: ChangeStatements, { act, madeAt }: NewBulkAct, picked: Picked): void {
  if (act.kind === 'tag') {
    for (const value of act.add) sql.noteAddedTag.run({ ...picked, value })
    for (const value of act.remove) sql.noteRemovedTag.run({ ...picked, value })
    return
  }
  if (act.kind === 'review') return void sql.review.note.run({ ...picked, value: saidOf(act, toSeconds(madeAt)) })
  const { way, value } = wayOf(act, toSeconds(madeAt))
  sql.note[way].run({ ...picked, value })
}

interface Made extends Pick<ActRow, 'made_at'> {
  readonly act: KeptAct
}

/** The pictures of a portion: behind the first place, the second one included. */
export interface Reach {
  readonly act: number
  readonly from: number
  readonly to: number
}

export function make(sql: ChangeStatements, { act, made_at }: Made, reach: Reach): void {
  if (act.kind === 'transfer') throw new Error('A transfer goes on in its task alone')
  if (act.kind === 'merge') return mergePortion(sql.merge, act, { ...reach, at: made_at })
  if (act.kind === 'tag') {
    sql.putTags.run({ ...reach, value: '+' })
    sql.takeTags.run({ ...reach, value: '-' })
    return
  }
  if (act.kind === 'review') {
    const said = { ...reach, value: saidOf(act, made_at) }
    sql.review.set.run(said)
    sql.review.say.run(said)
    sql.review.log.run(said)
    return
  }
  const { way, value } = wayOf(act, made_at)
  sql.make[way].run({ ...reach, value })
}

/** Answers how many pictures are what they were again. */
export function restore(
  sql: ChangeStatements,
  { act, made_at }: Made,
  reach: Reach & { readonly images: number },
): number {
  const { images, ...portion } = reach
  if (act.kind === 'merge') return partPortion(sql.merge, act, portion)
  if (act.kind === 'transfer') return takeBack(sql.transfer, act, { ...portion, madeAt: made_at })
  if (act.kind === 'tag') {
    sql.takeTags.run({ ...portion, value: '+' })
    sql.putTags.run({ ...portion, value: '-' })
    return images
  }
  if (act.kind === 'review') {
    const said = { ...portion, value: saidOf(act, made_at) }
    sql.review.logUndone.run(said)
    sql.review.unsay.run(said)
    return sql.review.unset.run(said).changes
  }
  const { way, value } = wayOf(act, made_at)
  return sql.restore[way].run({ ...portion, value }).changes
}

function wayOf(
  act: Exclude<PreparedAct, { kind: 'tag' | 'review' }>,
  at: number,
): { readonly way: BulkWay; readonly value: string | number } {
  switch (act.kind) {
    case 'split':
      return { way: 'split', value: act.split }
    case 'batch':
      return { way: 'batch', value: act.batch }
    case 'state':
      return { way: act.state, value: act.state }
    case 'trash':
      return { way: 'trash', value: at }
  }
}

/** A verdict as its statements take it. */
function saidOf({ verdict, reason, by }: Extract<PreparedAct, { kind: 'review' }>, at: number): string {
  return JSON.stringify({
    verdict: verdict ?? '',
    reason,
    by,
    at,
    label: verdictLabel(verdict && { verdict, reason }),
    undone: verdictLabel(null),
  })
}
