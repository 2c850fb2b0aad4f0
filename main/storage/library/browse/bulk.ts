import { z } from 'zod'
import { brand } from '#common/border'
import { BulkAct, MergeAct } from '#common/contract/browse/bulk'
import { TransferAct } from '#common/contract/browse/transfers'
import { BatchId, type BulkActId, type ProjectSlug } from '#common/ids'
import { ok } from '#common/result'
import type { BulkRepository, KeptAct, NewBulkAct, PreparedAct, StoredBulkAct } from '#core/bulk/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { type MergeStatements, mergeStatements } from '../classes/merge.sql.ts'
import { beginParting, endMerge, mergePortion, partPortion } from '../classes/merge.ts'
import { fromSeconds, idList, toSeconds } from '../columns.ts'
import { verdictLabel } from '../dataset/operation-rows.ts'
import { type ActRow, type BulkStatements, type BulkWay, bulkStatements } from './bulk.sql.ts'
import { type BulkReviewStatements, bulkReviewStatements } from './bulk-review.sql.ts'
import { StoredTransferAct, takeBack } from './transfer-acts.ts'
import { type TransferUndoStatements, transferUndoStatements } from './transfers.sql.ts'

/** Pictures that are changed in one go: others wait no longer than that. */
const PORTION = 4000
/** The same of merged classes: every picture gets an entry in its log, and may have very many labels. */
const MERGE_PORTION = 500
/** Of transfers: pictures come back with all their classes and tags, and their copies go. */
const TRANSFER_PORTION = 200
/** Acts of a project that can be undone. */
export const KEPT_ACTS = 20

const State = z.enum(['doing', 'done', 'undoing', 'undone'])
const LoggedAct = z.union([BulkAct, MergeAct, TransferAct])
const Stored = z.union([BulkAct.options[2].extend({ batch: BatchId }), BulkAct, MergeAct, StoredTransferAct])

interface Statements extends BulkStatements {
  readonly merge: MergeStatements
  readonly review: BulkReviewStatements
  readonly transfer: TransferUndoStatements
}

export function bulkRepository(db: ReadDb, commits: CommitQueue): BulkRepository {
  const sql: Statements = {
    ...bulkStatements(db),
    review: bulkReviewStatements(db),
    merge: mergeStatements(db),
    transfer: transferUndoStatements(db),
  }

  return {
    begin: (act, images) =>
      commits.run(() => {
        const picked = { project: act.projectId, images: idList(images) }
        const seq = Number(
          sql.insert.run(act.id, act.projectId, JSON.stringify(act.act), toSeconds(act.madeAt)).lastInsertRowid,
        )
        note(sql, act, { ...picked, act: seq })
        const changed = sql.changed.get(seq) ?? 0
        if (changed === 0) sql.drop.run(seq)
        else sql.setChanged.run(changed, seq)
        sql.prune.run({ project: act.projectId, kept: KEPT_ACTS })
        return { images: sql.picked.get(picked) ?? 0, changed }
      }),
    step: (id) => commits.run(() => step(sql, id)),
    async find(projectId, id) {
      const row = sql.ofProject.get(projectId, id)
      return row && toStored(row)
    },
    beginUndo: (id) =>
      commits.run(() => {
        const row = sql.byId.get(id)
        if (row === undefined) return ok(undefined)
        const act = readAct(row)
        const begun = act.kind === 'merge' ? beginParting(sql.merge, act) : ok(undefined)
        if (act.kind === 'transfer') sql.transfer.begin.run(row.seq)
        if (begun.ok) sql.enter.run('undoing', row.seq)
        return begun
      }),
    async log(projectId) {
      return sql.log.all(projectId).map((row) => ({
        id: brand<BulkActId>(row.id),
        act: LoggedAct.parse(JSON.parse(row.act)),
        images: row.images,
        madeAt: fromSeconds(row.made_at).toISOString(),
        isUndone: row.state === 'undone',
      }))
    },
    async unfinished() {
      return sql.unfinished
        .all()
        .map(({ id, slug }) => ({ id: brand<BulkActId>(id), project: brand<ProjectSlug>(slug) }))
    },
  }
}

interface Picked {
  readonly act: number
  readonly project: string
  readonly images: string
}

function note(sql: Statements, { act, madeAt }: NewBulkAct, picked: Picked): void {
  if (act.kind === 'tag') {
    for (const value of act.add) sql.noteAddedTag.run({ ...picked, value })
    for (const value of act.remove) sql.noteRemovedTag.run({ ...picked, value })
    return
  }
  if (act.kind === 'review') return void sql.review.note.run({ ...picked, value: saidOf(act, toSeconds(madeAt)) })
  const { way, value } = wayOf(act, toSeconds(madeAt))
  sql.note[way].run({ ...picked, value })
}

/** Changes or gives back a portion, and notes how far the act is in the same transaction. */
function step(sql: Statements, id: BulkActId): boolean {
  const row = sql.byId.get(id)
  if (row === undefined || row.state === 'done' || row.state === 'undone') return false
  const act = readAct(row)
  const next = sql.next.get({ act: row.seq, from: row.done_to, most: portionOf(act) })
  if (next === undefined || next.to === null) return end(sql, row, act)
  const portion = { act: row.seq, from: row.done_to, to: next.to }
  const made = { act, made_at: row.made_at }
  const isUndo = row.state === 'undoing'
  const restored = isUndo ? restore(sql, made, { ...portion, images: next.images }) : 0
  if (!isUndo) make(sql, made, portion)
  sql.advance.run({ seq: row.seq, to: next.to, restored })
  return true
}

function portionOf({ kind }: KeptAct): number {
  if (kind === 'transfer') return TRANSFER_PORTION
  return kind === 'merge' ? MERGE_PORTION : PORTION
}

interface Made extends Pick<ActRow, 'made_at'> {
  readonly act: KeptAct
}

/** True when there is more to do after all. */
function end(sql: Statements, row: ActRow, act: KeptAct): boolean {
  const isUndo = row.state === 'undoing'
  if (act.kind === 'merge' && !isUndo && !endMerge(sql.merge, act, row.seq)) {
    sql.setChanged.run(sql.changed.get(row.seq) ?? 0, row.seq)
    sql.advance.run({ seq: row.seq, to: 0, restored: 0 })
    return true
  }
  sql.enter.run(isUndo ? 'undone' : 'done', row.seq)
  return false
}

interface Reach {
  readonly act: number
  readonly from: number
  readonly to: number
}

function make(sql: Statements, { act, made_at }: Made, reach: Reach): void {
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
function restore(sql: Statements, { act, made_at }: Made, reach: Reach & { readonly images: number }): number {
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
  return JSON.stringify({ verdict, reason, by, at, label: verdictLabel({ verdict, reason }) })
}

function readAct({ act, id }: ActRow): KeptAct {
  const read = Stored.parse(JSON.parse(act))
  if (read.kind !== 'batch') return read
  if ('batch' in read) return read
  throw new Error(`The act ${id} names no batch`)
}

function toStored(row: ActRow): StoredBulkAct {
  const { id, state, images, restored } = row
  const act = readAct(row)
  const reach = act.kind === 'transfer' ? { target: act.target.slug } : {}
  return { id: brand<BulkActId>(id), state: State.parse(state), images, restored, ...reach }
}
