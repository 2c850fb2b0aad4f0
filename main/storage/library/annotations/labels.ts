import type { AnnotationDocument } from '#common/annotation/edit'
import { documentBefore } from '#common/annotation/operation'
import { Sketch } from '#common/annotation/sketch'
import { brand } from '#common/border'
import type { OpenedAnnotations } from '#common/contract/annotations'
import { ImageState } from '#common/contract/images'
import { type Refusal, refuse } from '#common/errors'
import type { ProposalId } from '#common/ids'
import type { Result } from '#common/result'
import { storedMessage } from '../../kit/stored-message.ts'
import { ifSound, orDamaged, soundRows } from '../../kit/stored-row.ts'
import { toLogged } from '../dataset/operation-rows.ts'
import { toProposal } from '../dataset/proposal-rows.ts'
import { toShape } from '../dataset/shape-rows.ts'
import { readReview } from '../review/reviews.ts'
import type { HeadRow } from '../sql/annotations.sql.ts'
import type { LabelStatements } from './statements.ts'

/** An image's labels with all that the annotate screen wants to know of them. */
export function readLabels(sql: LabelStatements, row: HeadRow): OpenedAnnotations {
  return orDamaged(`The image ${row.name}`, () => labelsOf(sql, row))
}

function labelsOf(sql: LabelStatements, row: HeadRow): OpenedAnnotations {
  const proposals = sql.proposals.all.all(row.seq)
  const settled = proposals.filter(({ is_settled }) => is_settled === 1)
  return {
    shapes: sql.shapes.all(row.seq).map(toShape),
    proposals: soundRows(proposals, toProposal),
    settled: settled.map(({ id }) => brand<ProposalId>(id)),
    sketch: sketchOf(sql, row.seq),
    ...readStanding(sql, row),
  }
}

function sketchOf(sql: LabelStatements, seq: number): Sketch | null {
  const stored = sql.sketch.get(seq)
  return stored === undefined ? null : (ifSound(() => Sketch.parse(JSON.parse(stored))) ?? null)
}

/** The labels of the image as they were after the operation. */
export function pastLabels(sql: LabelStatements, row: HeadRow, operation: number): Result<AnnotationDocument, Refusal> {
  if (operation !== 0 && sql.hasOperation.get(row.seq, operation) === undefined)
    return refuse('history-entry-not-found', { image: row.name, operation })
  const past = orDamaged(
    `The history of ${row.name}`,
    () =>
      documentBefore(sql.shapes.all(row.seq).map(toShape), sql.operationsAfter.all(row.seq, operation).map(toLogged)),
    'restore',
  )
  return past.ok ? past : refuse('history-does-not-match', { image: row.name })
}

/** Where the image stands: its revision and state, its review, and what can be undone. */
export function readStanding(
  sql: LabelStatements,
  { seq, revision, undo_depth, state, is_null, review }: HeadRow,
): Omit<OpenedAnnotations, 'shapes' | 'proposals' | 'settled' | 'sketch'> {
  return {
    revision,
    state: ImageState.parse(state),
    isNull: is_null === 1,
    review: readReview(sql.reviews, { seq, stored: review, isDone: state === 'done' }),
    undo: sql.undoLabels.all(seq, undo_depth).map(storedMessage),
    redo: sql.redoLabels.all(seq, undo_depth).map(storedMessage),
  }
}
