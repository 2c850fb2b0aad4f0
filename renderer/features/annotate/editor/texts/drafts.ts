import type { AnnotationDocument, Change, Edit } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import type { TextShape } from '#common/annotation/shape'
import type { ClassId, ShapeId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { nextZ } from '../../model/new-shape.ts'

/** A pair that is being typed: one of the stored texts, or one that is not stored yet. */
export interface TextDraft {
  readonly id: ShapeId
  readonly prompt: string
  readonly answer: string
}

/** A pair as the panel shows it. */
export interface TextRow extends TextDraft {
  readonly isStored: boolean
}

export function textShapes(shapes: AnnotationDocument): readonly TextShape[] {
  return shapes.filter((shape) => shape.kind === 'text')
}

/** The stored texts with what is typed on top, then those that are not stored yet. */
export function rowsOf(shapes: AnnotationDocument, drafts: readonly TextDraft[]): readonly TextRow[] {
  const typed = new Map(drafts.map((draft) => [draft.id, draft]))
  const stored = textShapes(shapes).map(({ id, prompt, answer }): TextRow => {
    return { ...(typed.get(id) ?? { id, prompt, answer }), isStored: true }
  })
  const ids = new Set(stored.map(({ id }) => id))
  return [...stored, ...drafts.filter(({ id }) => !ids.has(id)).map((draft) => ({ ...draft, isStored: false }))]
}

/** `typing`: the hands pause. `leaving`: they go on to something else, and what was emptied is meant to be gone. */
export type Moment = 'typing' | 'leaving'

interface Ground {
  readonly shapes: AnnotationDocument
  readonly classId: ClassId | undefined
  readonly moment: Moment
}

interface Taken {
  /** The edit to store; undefined when there is none. */
  readonly edit: Edit | undefined
  /** Drafts that cannot be stored yet: a text needs an answer. */
  readonly left: readonly TextDraft[]
}

/** The gesture that stores what was typed. */
export function takeDrafts(drafts: readonly TextDraft[], ground: Ground): Taken {
  const stored = new Map(textShapes(ground.shapes).map((shape) => [shape.id, shape]))
  const changes: Change[] = []
  const left: TextDraft[] = []
  for (const draft of drafts) {
    const before = stored.get(draft.id)
    const isGone = isEmpty(draft) && ground.moment === 'leaving'
    if (isGone) changes.push(...(before ? [{ before, after: null }] : []))
    else if (draft.answer.trim() === '') left.push(draft)
    else if (before) changes.push(...changeOf(before, draft))
    else if (ground.classId === undefined) left.push(draft)
    else changes.push(newText(draft, ground.classId, nextZ(ground.shapes) + changes.length))
  }
  return { edit: changes.length === 0 ? undefined : { label: labelOf(changes), changes }, left }
}

function changeOf(before: TextShape, { prompt, answer }: TextDraft): readonly Change[] {
  if (before.prompt === prompt && before.answer === answer) return []
  return [{ before, after: { ...before, prompt, answer, origin: 'hand' } }]
}

function newText({ id, prompt, answer }: TextDraft, classId: ClassId, z: number): Change {
  return { before: null, after: { id, classId, z, origin: 'hand', kind: 'text', prompt, answer } }
}

function isEmpty({ prompt, answer }: TextDraft): boolean {
  return prompt.trim() === '' && answer.trim() === ''
}

function labelOf(changes: readonly Change[]): Message {
  const [first, ...others] = changes
  if (others.length === 0 && !first?.before) return editName('edit-write-text')
  if (others.length === 0 && !first?.after) return editName('edit-delete-text')
  return editName('edit-change-texts', { count: changes.length })
}
