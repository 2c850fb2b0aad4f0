import type { BulkActId, ImageId, ProjectId } from '#common/ids'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import { idList, toSeconds } from '../columns.ts'
import type { KeptActStatements } from './kept-acts.sql.ts'

/** Acts of a project that can be undone. */
const KEPT_ACTS = 20
/** Images that are noted in one go: others wait no longer than that. */
const NOTED_AT_ONCE = 2000

interface OpenedAct {
  readonly id: BulkActId
  readonly projectId: ProjectId
  /** As JSON. */
  readonly act: string
  readonly madeAt: Date
}

/** Answers the row of an act none of whose images is noted yet. */
export function openAct(sql: KeptActStatements, { id, projectId, act, madeAt }: OpenedAct): number {
  return Number(sql.insert.run(id, projectId, act, toSeconds(madeAt)).lastInsertRowid)
}

/** Lists of identifiers for statements that are not to keep others waiting; each image is in one of them, once. */
export function inPieces(images: readonly ImageId[]): readonly string[] {
  const once = [...new Set(images)]
  const pieces = Math.ceil(once.length / NOTED_AT_ONCE)
  return Array.from({ length: pieces }, (_, nth) => idList(once.slice(nth * NOTED_AT_ONCE, (nth + 1) * NOTED_AT_ONCE)))
}

/** All of its images are noted: from here on it is carried out, also after a crash. Answers how many they are. */
export function closeNotes(sql: KeptActStatements, seq: number): number {
  const changed = sql.changed.get(seq) ?? 0
  sql.setChanged.run(changed, seq)
  sql.enter.run('doing', seq)
  return changed
}

/** Keeps the last acts of a project. */
export async function forgetOutlived(sql: KeptActStatements, commits: CommitQueue, project: ProjectId): Promise<void> {
  const { changes } = await commits.run(() => sql.outlived.run({ project, kept: KEPT_ACTS }))
  if (changes > 0) await forgetAll(sql, commits)
}

/** Takes away acts that a crash left while their images were noted. */
export async function forgetUnnoted(sql: KeptActStatements, commits: CommitQueue): Promise<void> {
  await commits.run(() => sql.unnoted.run())
  await forgetAll(sql, commits)
}

export async function forgetAct(sql: KeptActStatements, commits: CommitQueue, seq: number): Promise<void> {
  await commits.run(() => sql.enter.run('forgotten', seq))
  await forgetAll(sql, commits)
}

/** Nobody sees a forgotten act any more, so that its notes may go in pieces. */
async function forgetAll(sql: KeptActStatements, commits: CommitQueue): Promise<void> {
  while (await commits.run(() => forgetPiece(sql)));
}

function forgetPiece(sql: KeptActStatements): boolean {
  const act = sql.forgotten.get()
  if (act === undefined) return false
  if (sql.forgetSome.run({ act }).changes === 0) sql.drop.run(act)
  return true
}
