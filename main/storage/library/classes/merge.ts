import { editName } from '#common/annotation/edit-name'
import type { MergeAct } from '#common/contract/browse/bulk'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { messageText } from '../../kit/stored-message.ts'
import type { MergeReach, MergeStatements, Pair } from './merge.sql.ts'

/** A portion of images of a merge. */
export interface MergePortion {
  readonly act: number
  readonly from: number
  readonly to: number
}

/** Images that are noted in one go. */
const NOTED_AT_ONCE = 500

/** Notes labels of the next images, and answers behind which image there may be more. */
export function noteMerged(
  sql: MergeStatements,
  { from, into }: Pair,
  { act, after }: { readonly act: number; readonly after: number },
): number | undefined {
  const last = sql.nextOf.get({ from, after, most: NOTED_AT_ONCE }) ?? undefined
  if (last !== undefined) sql.note.run({ act, lo: after, hi: last, from, into })
  return last
}

/** Gives the labels of a portion the other class, and tells it in the log of each image; `at` in seconds since 1970. */
export function mergePortion(
  sql: MergeStatements,
  { from, into, by }: MergeAct,
  portion: MergePortion & { readonly at: number },
): void {
  const reach = reachOf(portion, { from: from.id, into: into.id })
  const label = messageText(editName('edit-merge-classes', { from: from.name, into: into.name }))
  sql.logMerged.run({ ...reach, label, by, at: portion.at })
  sql.take.run(reach)
  sql.reclass.run(reach)
  sql.noteApprovals.run(reach)
  sql.revise.run(reach)
}

/** Answers how many images got labels of the first class again. Labels that have yet another class by now keep it. */
export function partPortion(sql: MergeStatements, { from, into, by }: MergeAct, portion: MergePortion): number {
  const reach = reachOf(portion, { from: from.id, into: into.id })
  const label = messageText(editName('edit-undo-merge', { from: from.name, into: into.name }))
  const { changes } = sql.logParted.run({ ...reach, label, by })
  sql.putBack.run(reach)
  sql.part.run(reach)
  sql.revise.run(reach)
  sql.approveAgain.run(reach)
  sql.signApprovals.run(reach)
  return changes
}

function reachOf({ act, from, to }: MergePortion, pair: { readonly from: string; readonly into: string }): MergeReach {
  return { act, lo: from, hi: to, ...pair }
}

/** Takes the merged class away; false when labels of it were drawn meanwhile, which are noted now. */
export function endMerge(sql: MergeStatements, { from, into }: MergeAct, act: number): boolean {
  const pair = { from: from.id, into: into.id }
  if (sql.isUsed.get(from.id) !== undefined) {
    sql.note.run({ ...pair, act, lo: 0, hi: Number.MAX_SAFE_INTEGER })
    return false
  }
  sql.bury.run(pair)
  sql.dropClass.run(from.id)
  return true
}

/** The class is there again; its labels follow portion by portion. */
export function beginParting(sql: MergeStatements, { from }: MergeAct): Result<undefined, Refusal> {
  const taken = sql.buriedName.get(from.id)
  if (taken !== undefined) {
    return refuse('class-name-reused', { class: taken })
  }
  // Of a merge that was parted half the class is there, unless somebody deleted it once it was empty.
  if (sql.isKnown.get({ id: from.id }) === undefined) {
    return refuse('merged-class-deleted', { class: from.name })
  }
  sql.makeRoom.run(from.id)
  sql.revive.run(from.id)
  sql.unbury.run(from.id)
  return ok(undefined)
}
