import type { Edit } from '#common/annotation/edit'
import type { Written } from '#common/contract/annotations'
import type { ImageState } from '#common/contract/images'
import { message } from '#common/messages/message'
import type { Stamp, WantedState } from '#core/annotation/annotations/ports'
import { orDamaged } from '../../kit/stored-row.ts'
import { writeReview } from '../review/reviews.ts'
import type { HeadRow } from '../sql/annotations.sql.ts'
import { readStanding } from './labels.ts'
import type { LabelStatements } from './statements.ts'

interface Settling {
  readonly seq: number
  /** The changes that the caller does not know of yet. */
  readonly edit: Pick<Edit, 'changes' | 'strokes' | 'proposals'>
  readonly state: WantedState | undefined
  readonly stamp: Stamp
}

/** Gives the image its next revision and a state that fits its shapes, and tells what is now true. */
export function settle(sql: LabelStatements, { seq, edit, state, stamp }: Settling): Written {
  const before = must(sql.headOf.get(seq))
  const isNull = before.shapes === 0 && (state?.isNull ?? before.is_null === 1)
  const isDone = state?.done ?? before.state === 'done'
  const next = stateOf({ shapes: before.shapes, isNull, isDone })
  sql.settle.run(next, isNull ? 1 : 0, seq)
  if (state) writeReview(sql.reviews, { seq, stored: before.review, state, stamp })
  return {
    changes: [...edit.changes],
    ...(edit.strokes && { strokes: [...edit.strokes] }),
    proposals: [...(edit.proposals ?? [])],
    ...standingOf(sql, must(sql.headOf.get(seq))),
  }
}

function standingOf(sql: LabelStatements, row: HeadRow) {
  return orDamaged(message('row-image', { name: row.name }), () => readStanding(sql, row))
}

/** An image that lost its last shape is back at the start, unless somebody said that it holds nothing. */
function stateOf({ shapes, isNull, isDone }: { shapes: number; isNull: boolean; isDone: boolean }): ImageState {
  if (isNull) return 'done'
  if (shapes === 0) return 'todo'
  return isDone ? 'done' : 'started'
}

function must(row: HeadRow | undefined): HeadRow {
  if (row === undefined) throw new Error('The image vanished inside a transaction')
  return row
}
