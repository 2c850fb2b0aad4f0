import { type Edit, invertEdit } from '#common/annotation/edit'
import { brand } from '#common/border'
import type { Written } from '#common/contract/annotations'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Gesture, Stamp, WantedState } from '#core/annotation/annotations/ports'
import { orDamaged } from '../../kit/stored-row.ts'
import { classNowIn, presentEdit } from '../classes/present-edit.ts'
import { editOf, log, stateName } from '../dataset/operation-rows.ts'
import type { HeadRow } from '../sql/annotations.sql.ts'
import { settle } from './settle.ts'
import type { LabelStatements } from './statements.ts'
import { writeEdit } from './write-edit.ts'

/** Writes an edit, a state of the image or both, and what the log says of it. */
export function make(sql: LabelStatements, head: HeadRow, gesture: Gesture): Result<Written, Refusal> {
  const { edit: meant, state, ...stamp } = gesture
  if (!meant && approvesNothing(head, state)) return refuse('nothing-to-review', { image: head.name })
  const edit = meant && atPresent(sql, head.seq, meant)
  const recorded = edit ? record(sql, head, { edit, ...stamp }) : ok(undefined)
  if (!recorded.ok) return recorded
  if (state && !edit) log(sql, head.seq, { op: 'state', name: stateName(state), stamp })
  return ok(settle(sql, { seq: head.seq, edit: differenceOf(meant, edit), state, stamp }))
}

/** An image without annotations can only be approved as a background image. */
function approvesNothing({ shapes }: HeadRow, state: WantedState | undefined): boolean {
  return state?.verdict?.verdict === 'approved' && shapes === 0 && !state.isNull
}

/** Applies a gesture and appends it to the log; what could have been repeated no longer can be. */
function record(
  sql: LabelStatements,
  head: HeadRow,
  { edit, ...stamp }: Stamp & { edit: Edit },
): Result<undefined, Refusal> {
  const { seq, undo_depth } = head
  const sound = checkProposals(sql, seq, edit)
  if (!sound.ok) return sound
  const applied = writeEdit(sql, head, edit)
  if (!applied.ok) return applied
  sql.dropRedo.run(seq, undo_depth)
  log(sql, seq, { op: 'edit', name: edit.label, stamp, content: contentOf(edit), position: undo_depth + 1 })
  sql.setDepth.run(undo_depth + 1, seq)
  return ok(undefined)
}

/**
 * A new edit is about proposals as they are. Undoing one asks for less: when its proposals have been replaced since, there is
 * nothing to offer again.
 */
function checkProposals(sql: LabelStatements, seq: number, { proposals = [] }: Edit): Result<undefined, Refusal> {
  const isStale = proposals.some(({ id, isSettled }) => sql.proposals.isSettled.get(seq, id) !== (isSettled ? 0 : 1))
  return isStale ? refuse('prediction-changed') : ok(undefined)
}

function contentOf({ changes, proposals, strokes }: Edit): Pick<Edit, 'changes' | 'proposals' | 'strokes'> {
  return { changes, ...(proposals && { proposals }), ...(strokes && { strokes }) }
}

/** The difference between the edit that the caller meant and the one that was made. */
function differenceOf(meant: Edit | undefined, made: Edit | undefined): Pick<Edit, 'changes'> {
  if (meant === made || meant === undefined || made === undefined) return NO_CHANGE
  return {
    changes: meant.changes.map(({ after }, place) => ({ before: after, after: made.changes[place]?.after ?? null })),
  }
}

const NO_CHANGE = { changes: [] } as const

interface Move {
  readonly way: 'undo' | 'redo'
  readonly stamp: Stamp
}

/** Undoes the last gesture that counts, or repeats the one after it. */
export function move(sql: LabelStatements, head: HeadRow, { way, stamp }: Move): Result<Written, Refusal> {
  const { seq, name, undo_depth } = head
  const position = way === 'undo' ? undo_depth : undo_depth + 1
  const stored = sql.editAt.get(seq, position)
  if (stored === undefined)
    return refuse(way === 'undo' ? 'nothing-to-undo-on-image' : 'nothing-to-redo-on-image', { image: name })
  const made = orDamaged(`The history of ${name}`, () => editOf(stored), 'restore')
  const meant = way === 'undo' ? invertEdit(made) : made
  const edit = atPresent(sql, seq, meant)
  const applied = writeEdit(sql, head, edit)
  if (!applied.ok) return applied
  const content = edit === meant ? {} : contentOf(way === 'undo' ? invertEdit(edit) : edit)
  log(sql, seq, { op: way, name: made.label, stamp, content, edit_id: stored.id })
  sql.setDepth.run(way === 'undo' ? undo_depth - 1 : position, seq)
  return ok(settle(sql, { seq, edit, state: undefined, stamp }))
}

/** A class that was merged since the edit was made is the one that it became. */
function atPresent(sql: LabelStatements, seq: number, edit: Edit): Edit {
  return presentEdit(edit, {
    classOf(id) {
      const row = sql.shape.get(seq, id)
      return row && brand<ClassId>(row.class_id)
    },
    classNow: classNowIn(sql),
  })
}
