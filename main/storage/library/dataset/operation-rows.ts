import { z } from 'zod'
import { Change, type Edit } from '#common/annotation/edit'
import { Actor, type LoggedEdit, OperationKind, Reclassed } from '#common/annotation/operation'
import { ProposalChange } from '#common/annotation/proposal'
import { MaskStroke } from '#common/annotation/stroke'
import type { Operation } from '#common/contract/annotations'
import type { Stamp, WantedState } from '#core/annotation/annotations/ports'
import { fromSeconds, toSeconds } from '../columns.ts'
import type { AnnotationStatements, LoggedRow, OperationRow } from '../sql/annotations.sql.ts'

/** The parts of an edit that an entry of the log keeps. */
const StoredEdit = z.object({
  changes: z.array(Change).default([]),
  proposals: z.array(ProposalChange).optional(),
  strokes: z.array(MaskStroke).optional(),
})

const StoredReclass = z.object({ reclassed: Reclassed })

export function editOf({ label, content }: Pick<LoggedRow, 'label' | 'content'>): Edit {
  return { label, ...StoredEdit.parse(JSON.parse(content)) }
}

export function toLogged(row: LoggedRow): LoggedEdit {
  const kind = OperationKind.parse(row.op)
  return { kind, edit: editOf(row), ...(kind === 'reclass' && StoredReclass.parse(JSON.parse(row.content))) }
}

export function toOperation(row: OperationRow, undoDepth: number): Operation {
  const kind = OperationKind.parse(row.op)
  return {
    id: row.id,
    kind,
    label: row.label,
    by: Actor.parse({ kind: row.actor, name: row.actor_name }),
    madeAt: fromSeconds(row.made_at).toISOString(),
    shapes: row.shapes,
    standing: kind === 'edit' ? standingOf(row.position, undoDepth) : null,
  }
}

function standingOf(position: number | null, undoDepth: number): Operation['standing'] {
  if (position === null) return 'gone'
  return position <= undoDepth ? 'applied' : 'undone'
}

interface Entry {
  readonly op: OperationKind
  readonly label: string
  readonly stamp: Stamp
  readonly content?: Partial<Pick<Edit, 'changes' | 'proposals' | 'strokes'>>
  readonly edit_id?: number
  readonly position?: number
}

/** Appends to the log of an image, inside the transaction of what it tells. */
export function log(
  { addOperation }: AnnotationStatements,
  seq: number,
  { op, label, stamp: { by, madeAt }, content = {}, edit_id, position }: Entry,
): void {
  addOperation.run({
    image_seq: seq,
    op,
    label,
    actor: by.kind,
    actor_name: by.name,
    made_at: toSeconds(madeAt),
    content: JSON.stringify(content),
    edit_id: edit_id ?? null,
    position: position ?? null,
  })
}

export function stateLabel({ done, isNull, verdict }: WantedState): string {
  if (verdict !== undefined) return verdictLabel(verdict)
  if (isNull) return 'Mark as background'
  return done ? 'Mark as done' : 'Mark as not done'
}

/** An undo may give an earlier verdict back. */
export const UNDONE_VERDICT = 'Undo the verdict'

export function verdictLabel(given: WantedState['verdict']): string {
  if (!given) return 'Take the verdict back'
  if (given.verdict === 'approved') return 'Approve'
  return given.reason === '' ? 'Reject' : `Reject: ${given.reason}`
}
