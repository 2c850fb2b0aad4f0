import { z } from 'zod'
import { brand } from '#common/border'
import { BulkAct } from '#common/contract/browse/bulk'
import { BatchId, type BulkActId, type ProjectSlug } from '#common/ids'
import type { BulkRepository, NewBulkAct, PreparedAct, StoredBulkAct } from '#core/bulk/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { fromSeconds, idList, toSeconds } from '../columns.ts'
import { type ActRow, type BulkStatements, type BulkWay, bulkStatements } from './bulk.sql.ts'

/** Pictures that are changed in one go: others wait no longer than that. */
const PORTION = 4000
/** Acts of a project that can be undone. */
const KEPT = 20

const State = z.enum(['doing', 'done', 'undoing', 'undone'])
const Stored = z.union([BulkAct.options[2].extend({ batch: BatchId }), BulkAct])

export function bulkRepository(db: ReadDb, commits: CommitQueue): BulkRepository {
  const sql = bulkStatements(db)

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
        sql.prune.run({ project: act.projectId, kept: KEPT })
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
        if (row !== undefined) sql.enter.run('undoing', row.seq)
      }),
    async log(projectId) {
      return sql.log.all(projectId).map((row) => ({
        id: brand<BulkActId>(row.id),
        act: BulkAct.parse(JSON.parse(row.act)),
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

function note(sql: BulkStatements, { act, madeAt }: NewBulkAct, picked: Picked): void {
  if (act.kind === 'tag') {
    for (const value of act.add) sql.noteAddedTag.run({ ...picked, value })
    for (const value of act.remove) sql.noteRemovedTag.run({ ...picked, value })
    return
  }
  const { way, value } = wayOf(act, toSeconds(madeAt))
  sql.note[way].run({ ...picked, value })
}

/** Changes or gives back a portion, and notes how far the act is in the same transaction. */
function step(sql: BulkStatements, id: BulkActId): boolean {
  const row = sql.byId.get(id)
  if (row === undefined || row.state === 'done' || row.state === 'undone') return false
  const isUndo = row.state === 'undoing'
  const next = sql.next.get({ act: row.seq, from: row.done_to, most: PORTION })
  if (next === undefined || next.to === null) {
    sql.enter.run(isUndo ? 'undone' : 'done', row.seq)
    return false
  }
  const portion = { act: row.seq, from: row.done_to, to: next.to }
  const restored = isUndo ? restore(sql, row, { ...portion, images: next.images }) : 0
  if (!isUndo) make(sql, row, portion)
  sql.advance.run({ seq: row.seq, to: next.to, restored })
  return true
}

interface Reach {
  readonly act: number
  readonly from: number
  readonly to: number
}

function make(sql: BulkStatements, row: ActRow, reach: Reach): void {
  const act = readAct(row)
  if (act.kind === 'tag') {
    sql.putTags.run({ ...reach, value: '+' })
    sql.takeTags.run({ ...reach, value: '-' })
    return
  }
  const { way, value } = wayOf(act, row.made_at)
  sql.make[way].run({ ...reach, value })
}

/** Answers how many pictures are what they were again. */
function restore(sql: BulkStatements, row: ActRow, { images, ...reach }: Reach & { readonly images: number }): number {
  const act = readAct(row)
  if (act.kind === 'tag') {
    sql.takeTags.run({ ...reach, value: '+' })
    sql.putTags.run({ ...reach, value: '-' })
    return images
  }
  const { way, value } = wayOf(act, row.made_at)
  return sql.restore[way].run({ ...reach, value }).changes
}

function wayOf(
  act: Exclude<PreparedAct, { kind: 'tag' }>,
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

function readAct({ act, id }: ActRow): PreparedAct {
  const read = Stored.parse(JSON.parse(act))
  if (read.kind !== 'batch') return read
  if ('batch' in read) return read
  throw new Error(`The act ${id} names no batch`)
}

function toStored({ id, state, images, restored }: ActRow): StoredBulkAct {
  return { id: brand<BulkActId>(id), state: State.parse(state), images, restored }
}
