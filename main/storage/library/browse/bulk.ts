import { z } from 'zod'
import { brand } from '#common/border'
import { BatchAct, BulkAct, MergeAct } from '#common/contract/browse/bulk'
import { TransferAct } from '#common/contract/browse/transfers'
import { BatchId, type BulkActId, type ProjectSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { BulkRepository, KeptAct, StoredBulkAct } from '#core/curation/bulk/ports'
import { DamagedRowError } from '#core/damaged-row'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { soundRows, storedRow } from '../../kit/stored-row.ts'
import { beginParting, endMerge } from '../classes/merge.ts'
import { fromSeconds, toSeconds } from '../columns.ts'
import { type ChangeStatements, changeStatements, changesOf, type Reach } from './bulk-changes.ts'
import { type ActRow, type KeptActStatements, keptActStatements } from './kept-acts.sql.ts'
import { closeNotes, forgetOutlived, forgetUnnoted, inPieces, openAct } from './kept-acts.ts'
import { StoredTransferAct } from './transfer-acts.ts'

/**
 * A piece of an act takes about this long, and then its commit; others are served after it. Shorter ones write the same pages of
 * the indexes more often.
 */
const PIECE_MS = 20
/** Images that are changed by one statement. */
const PORTION = 250
/** The same of merged classes: every image gets an entry in its log, and may have very many labels. */
const MERGE_PORTION = 50
/** Of transfers: images come back with all their classes and tags, and their copies go. */
const TRANSFER_PORTION = 100

const State = z.enum(['noting', 'doing', 'done', 'undoing', 'undone'])
const LoggedAct = z.union([BulkAct, MergeAct, TransferAct])
const Stored = z.union([BatchAct.extend({ batch: BatchId }), BulkAct, MergeAct, StoredTransferAct])

type Statements = ChangeStatements & KeptActStatements

export function bulkRepository(db: ReadDb, commits: CommitQueue): BulkRepository {
  const sql: Statements = { ...changeStatements(db), ...keptActStatements(db) }

  return {
    async begin(act, images) {
      const { projectId, madeAt } = act
      const seq = await commits.run(() => openAct(sql, { id: act.id, projectId, act: JSON.stringify(act.act), madeAt }))
      const changes = changesOf(act.act, toSeconds(madeAt))
      let found = 0
      for (const piece of inPieces(images)) {
        const picked = { act: seq, project: projectId, images: piece }
        await commits.run(() => changes.note(sql, picked))
        found += sql.picked.get({ project: projectId, images: piece }) ?? 0
      }
      const changed = await commits.run(() => closeOrDrop(sql, seq))
      await forgetOutlived(sql, commits, projectId)
      return { images: found, changed }
    },
    step: (id) => commits.run(() => step(sql, id)),
    stop: (id) => commits.run(() => stop(sql, id)),
    async giveUp(id) {
      await commits.run(() => sql.giveUp.run(id))
    },
    async find(projectId, id) {
      const row = sql.ofProject.get(projectId, id)
      return row && toStored(row, sql.left.get(row.seq, row.done_to) ?? 0)
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
      return soundRows(sql.log.all(projectId), (row) => ({
        id: brand<BulkActId>(row.id),
        act: LoggedAct.parse(JSON.parse(row.act)),
        images: row.images,
        madeAt: fromSeconds(row.made_at).toISOString(),
        isUndone: row.state === 'undone',
      }))
    },
    async unfinished() {
      await forgetUnnoted(sql, commits)
      return sql.unfinished
        .all()
        .map(({ id, slug }) => ({ id: brand<BulkActId>(id), project: brand<ProjectSlug>(slug) }))
    },
  }
}

/** An act that would change nothing is not kept. */
function closeOrDrop(sql: Statements, seq: number): number {
  const changed = closeNotes(sql, seq)
  if (changed === 0) sql.drop.run(seq)
  return changed
}

interface Under {
  readonly row: ActRow
  readonly act: KeptAct
}

/** Changes or gives back as many images as take a moment, and notes how far the act is in the same transaction. */
function step(sql: Statements, id: BulkActId): number | 'over' {
  const row = sql.byId.get(id)
  if (row === undefined || (row.state !== 'doing' && row.state !== 'undoing')) return 'over'
  const under = { row, act: readAct(row) }
  const most = portionOf(under.act)
  const end = performance.now() + PIECE_MS
  let [passed, restored, to] = [0, 0, row.done_to]
  do {
    const next = sql.next.get({ act: row.seq, from: to, most })
    if (next === undefined || next.to === null) break
    restored += change(sql, under, { act: row.seq, from: to, to: next.to, images: next.images })
    passed += next.images
    to = next.to
  } while (performance.now() < end)
  if (passed === 0) return close(sql, under)
  sql.advance.run({ seq: row.seq, to, restored })
  return passed
}

function portionOf({ kind }: KeptAct): number {
  if (kind === 'transfer') return TRANSFER_PORTION
  return kind === 'merge' ? MERGE_PORTION : PORTION
}

/** Answers how many images are what they were again. */
function change(sql: Statements, { row, act }: Under, reach: Reach & { readonly images: number }): number {
  const changes = changesOf(act, row.made_at)
  const { images, ...portion } = reach
  if (row.state === 'doing') {
    changes.make(sql, portion)
    return 0
  }
  const restored = changes.restore(sql, portion, images)
  sql.forget.run(portion)
  return restored
}

/** There may be more to do after all. */
function close(sql: Statements, { row, act }: Under): number | 'over' {
  const isUndo = row.state === 'undoing'
  if (act.kind === 'merge' && !isUndo && !endMerge(sql.merge, act, row.seq)) {
    sql.setChanged.run(sql.changed.get(row.seq) ?? 0, row.seq)
    sql.advance.run({ seq: row.seq, to: 0, restored: 0 })
    return 0
  }
  sql.enter.run(isUndo ? 'undone' : 'done', row.seq)
  return 'over'
}

/** Leaves an undo where it is. The act is one on the other images from then on, and can be undone again. */
function stop(sql: Statements, id: BulkActId): void {
  const row = sql.byId.get(id)
  if (row?.state !== 'undoing') return
  const left = sql.left.get(row.seq, row.done_to) ?? 0
  if (left === 0) sql.enter.run('undone', row.seq)
  else sql.leave.run({ seq: row.seq, left })
}

const readAct = storedRow(() => ACT, parseAct, 'restore')
const ACT = message('row-bulk-action')

function parseAct({ act }: ActRow): KeptAct {
  const read = Stored.parse(JSON.parse(act))
  if (read.kind !== 'batch') return read
  if ('batch' in read) return read
  throw new DamagedRowError(ACT, { remedy: 'restore' })
}

function toStored(row: ActRow, left: number): StoredBulkAct {
  const { id, state, images, restored } = row
  return { id: brand<BulkActId>(id), act: readAct(row), state: State.parse(state), images, left, restored }
}
