import { type Review, reviewState, StoredReview, UNREVIEWED } from '#common/annotation/review'
import type { Stamp, WantedState } from '#core/annotation/annotations/ports'
import type { ReadDb } from '../../kit/db.ts'
import { dateOrOldest, toSeconds } from '../columns.ts'

export type ReviewStatements = ReturnType<typeof reviewStatements>

interface ReviewRow {
  readonly reason: string
  readonly by_name: string
  readonly made_at: number
}

export function reviewStatements(db: ReadDb) {
  return {
    read: db.prepare<[number], ReviewRow>('SELECT reason, by_name, made_at FROM image_review WHERE image_seq = ?'),
    keep: db.prepare<[number, string, string, number]>(
      `INSERT INTO image_review (image_seq, reason, by_name, made_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (image_seq) DO UPDATE SET reason = excluded.reason, by_name = excluded.by_name, made_at = excluded.made_at`,
    ),
    set: db.prepare<[StoredReview, number]>('UPDATE image SET review = ? WHERE seq = ?'),
  }
}

interface ReviewOf {
  readonly seq: number
  /** The column of the image. */
  readonly stored: string
  readonly isDone: boolean
}

export function readReview(sql: ReviewStatements, { seq, stored, isDone }: ReviewOf): Review {
  const review = StoredReview.parse(stored)
  const state = reviewState(review, isDone)
  const said = review === '' ? undefined : sql.read.get(seq)
  if (said === undefined) return { ...UNREVIEWED, state }
  return { state, reason: said.reason, by: said.by_name, at: dateOrOldest(said.made_at).toISOString() }
}

interface Saying {
  readonly seq: number
  /** The column of the image before. */
  readonly stored: string
  readonly state: WantedState
  readonly stamp: Stamp
}

/** Writes the review that a state of the image means, inside the transaction that sets the state. */
export function writeReview(
  sql: ReviewStatements,
  { seq, stored, state: { done, verdict }, stamp: { by, madeAt } }: Saying,
): void {
  if (verdict) {
    sql.keep.run(seq, verdict.reason, by.name, toSeconds(madeAt))
    sql.set.run(verdict.verdict, seq)
  } else if (verdict === null) sql.set.run('', seq)
  else if (done && stored === 'rejected') sql.set.run('answered', seq)
}
