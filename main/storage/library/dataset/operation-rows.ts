import { z } from 'zod'
import { Change, type Edit } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { Actor, type LoggedEdit, OperationKind, Reclassed } from '#common/annotation/operation'
import { ProposalChange } from '#common/annotation/proposal'
import { MaskStroke } from '#common/annotation/stroke'
import type { Operation } from '#common/contract/annotations'
import type { Message } from '#common/messages/template'
import type { Stamp, WantedState } from '#core/annotation/annotations/ports'
import { messageText, storedMessage } from '../../kit/stored-message.ts'
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
  return { label: storedMessage(label), ...StoredEdit.parse(JSON.parse(content)) }
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
    name: storedMessage(row.label),
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
  readonly name: Message
  readonly stamp: Stamp
  readonly content?: Partial<Pick<Edit, 'changes' | 'proposals' | 'strokes'>>
  readonly edit_id?: number
  readonly position?: number
}

/** Appends to the log of an image, inside the transaction of what it tells. */
export function log(
  { addOperation }: AnnotationStatements,
  seq: number,
  { op, name, stamp: { by, madeAt }, content = {}, edit_id, position }: Entry,
): void {
  addOperation.run({
    image_seq: seq,
    op,
    label: messageText(name),
    actor: by.kind,
    actor_name: by.name,
    made_at: toSeconds(madeAt),
    content: JSON.stringify(content),
    edit_id: edit_id ?? null,
    position: position ?? null,
  })
}

export function stateName({ done, isNull, verdict }: WantedState): Message {
  if (verdict !== undefined) return verdictName(verdict)
  if (isNull) return editName('edit-background')
  return editName(done ? 'edit-done' : 'edit-not-done')
}

export function verdictName(given: WantedState['verdict']): Message {
  if (!given) return editName('edit-withdraw-review')
  const { verdict, reason } = given
  if (verdict === 'approved') return editName('edit-approve')
  return reason === '' ? editName('edit-request-changes') : editName('edit-request-changes-because', { reason })
}
