import { z } from 'zod'
import { applyEdit, Change, type Edit, invertEdit } from '#common/annotation/edit'
import { ProposalChange } from '#common/annotation/proposal'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { ImageState } from '#common/contract/images'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId, ProjectId, ProposalId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { AnnotationRepository, AnnotationTarget, Gesture } from '#core/annotations/ports'
import type { NewClass } from '#core/projects/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { toSeconds } from '../columns.ts'
import { type AnnotationStatements, annotationStatements, type HeadRow } from '../sql/annotations.sql.ts'
import { projectStatements } from '../sql/projects.sql.ts'
import { type ProposalStatements, proposalStatements } from '../sql/proposals.sql.ts'
import { addClasses } from './projects.ts'
import { toProposal } from './proposal-rows.ts'
import { toShape, toShapeRow } from './shape-rows.ts'

const Changes = z.array(Change)
const ProposalChanges = z.array(ProposalChange)

/** Labels, the classes they need, and the proposals they may come from. */
interface Statements extends AnnotationStatements {
  readonly addClass: ReturnType<typeof projectStatements>['addClass']
  readonly proposals: ProposalStatements
}

export function annotationRepository(db: ReadDb, commits: CommitQueue): AnnotationRepository {
  const classes = projectStatements(db)
  const sql: Statements = { ...annotationStatements(db), addClass: classes.addClass, proposals: proposalStatements(db) }

  function head({ projectId, image }: Pick<AnnotationTarget, 'projectId' | 'image'>): HeadRow | undefined {
    return sql.head.get(projectId, image)
  }

  function opened(row: HeadRow): OpenedAnnotations {
    const proposals = sql.proposals.all.all(row.seq)
    const settled = proposals.filter(({ is_settled }) => is_settled === 1)
    return {
      shapes: sql.shapes.all(row.seq).map(toShape),
      proposals: proposals.map(toProposal),
      settled: settled.map(({ id }) => brand<ProposalId>(id)),
      ...describe(sql, row),
    }
  }

  /** The classes of these names, with the identifiers under which the project knows them. */
  function settleClasses(projectId: ProjectId, wanted: readonly NewClass[]): NewClass[] {
    addClasses(classes, projectId, wanted)
    return wanted.map(({ id, name }) => ({ id: brand<ClassId>(sql.classOf.get(projectId, name) ?? id), name }))
  }

  /** The picture, when it is there and still at the revision that the write was made for. */
  function aim(target: AnnotationTarget): Result<HeadRow, Refusal> {
    const row = head(target)
    if (row === undefined) return refuse('image-not-found', `The image "${target.image}" is gone`)
    if (row.revision === target.revision) return ok(row)
    return refuse('edit-conflict', `The labels of ${row.name} changed meanwhile. They are loaded again`)
  }

  function move(target: AnnotationTarget, direction: 'undo' | 'redo'): Result<Written, Refusal> {
    const aimed = aim(target)
    if (!aimed.ok) return aimed
    const { seq, name, undo_depth } = aimed.value
    const position = direction === 'undo' ? undo_depth : undo_depth + 1
    const stored = sql.editAt.get(seq, position)
    if (stored === undefined) return refuse('nothing-to-undo', `There is nothing to ${direction} on ${name}`)
    const made: Edit = {
      label: stored.label,
      changes: Changes.parse(JSON.parse(stored.changes)),
      proposals: ProposalChanges.parse(JSON.parse(stored.proposals)),
    }
    const edit = direction === 'undo' ? invertEdit(made) : made
    const applied = writeEdit(sql, aimed.value, edit)
    if (!applied.ok) return applied
    sql.setDepth.run(direction === 'undo' ? undo_depth - 1 : position, seq)
    return ok(settle(sql, { seq, edit, state: undefined }))
  }

  return {
    async open(projectId, image) {
      const row = head({ projectId, image })
      return row && opened(row)
    },
    commit(target, gesture) {
      return commits.run(() => {
        const aimed = aim(target)
        return aimed.ok ? make(sql, aimed.value, gesture) : aimed
      })
    },
    replace({ projectId, image }, { classes: wanted, accept, gesture }) {
      return commits.run(() => {
        const row = head({ projectId, image })
        if (row === undefined) return refuse('image-not-found', `The image "${image}" is gone`)
        const before = opened(row)
        const accepted = accept(before)
        if (!accepted.ok) return accepted
        return make(sql, row, gesture(before, settleClasses(projectId, wanted)))
      })
    },
    undo: (target) => commits.run(() => move(target, 'undo')),
    redo: (target) => commits.run(() => move(target, 'redo')),
  }
}

function make(sql: Statements, head: HeadRow, gesture: Gesture): Result<Written, Refusal> {
  const recorded = gesture.edit ? record(sql, head, { ...gesture, edit: gesture.edit }) : ok(undefined)
  return recorded.ok ? ok(settle(sql, { seq: head.seq, edit: NO_CHANGE, state: gesture.state })) : recorded
}

const NO_CHANGE = { changes: [] } as const

/** Applies a gesture and appends it to the history; what could have been repeated is forgotten. */
function record(
  sql: Statements,
  head: HeadRow,
  { edit, madeAt }: Gesture & { edit: Edit },
): Result<undefined, Refusal> {
  const { seq, undo_depth } = head
  const sound = checkProposals(sql, seq, edit)
  if (!sound.ok) return sound
  const applied = writeEdit(sql, head, edit)
  if (!applied.ok) return applied
  const [changes, proposals] = [JSON.stringify(edit.changes), JSON.stringify(edit.proposals ?? [])]
  sql.dropRedo.run(seq, undo_depth)
  const row = { image_seq: seq, position: undo_depth + 1, label: edit.label, changes, proposals }
  sql.addEdit.run({ ...row, made_at: toSeconds(madeAt) })
  sql.setDepth.run(undo_depth + 1, seq)
  return ok(undefined)
}

/**
 * A new edit is about proposals as they are. Undoing one asks for less: when its proposals have been replaced since, there is
 * nothing to offer again.
 */
function checkProposals(sql: Statements, seq: number, { proposals = [] }: Edit): Result<undefined, Refusal> {
  const isStale = proposals.some(({ id, isSettled }) => sql.proposals.isSettled.get(seq, id) !== (isSettled ? 0 : 1))
  return isStale
    ? refuse('edit-conflict', 'A proposal was settled or replaced meanwhile. They are loaded again')
    : ok(undefined)
}

/** Everything that an edit changes, or nothing. */
function writeEdit(sql: Statements, head: HeadRow, edit: Edit): Result<undefined, Refusal> {
  const written = writeShapes(sql, head, edit)
  if (!written.ok) return written
  for (const { id, isSettled } of edit.proposals ?? []) sql.proposals.settle.run(isSettled ? 1 : 0, head.seq, id)
  return ok(undefined)
}

/** Checks every `before` against the stored shape, then writes. Only the touched shapes are read, however many there are. */
function writeShapes(sql: Statements, head: HeadRow, edit: Edit): Result<undefined, Refusal> {
  const { seq } = head
  const touched = new Set(
    edit.changes.flatMap(({ before, after }) => [before?.id, after?.id]).filter((id) => id !== undefined),
  )
  const stored = [...touched].map((id) => sql.shape.get(seq, id)).filter((row) => row !== undefined)
  const applied = applyEdit(stored.map(toShape), edit)
  if (!applied.ok) return refuse('edit-conflict', 'A shape changed meanwhile. The labels are loaded again')
  const added = addNeededClasses(sql, head, edit)
  if (!added.ok) return added
  const after = new Map<string, Shape>(applied.value.map((shape) => [shape.id, shape]))
  const before = new Set(stored.map(({ id }) => id))
  for (const id of touched) {
    const shape = after.get(id)
    if (shape === undefined) sql.deleteShape.run(seq, id)
    else (before.has(id) ? sql.updateShape : sql.insertShape).run({ ...toShapeRow(shape), image_seq: seq })
  }
  return ok(undefined)
}

/**
 * Makes the classes that the library lacks. Another program may have made one of the name; then the shapes of the edit carry an
 * identifier that is none.
 */
function addNeededClasses(sql: Statements, head: HeadRow, { classes = [] }: Edit): Result<undefined, Refusal> {
  const missing = classes.filter(({ id }) => sql.hasClass.get(head.project_id, id) === undefined)
  const taken = missing.find(({ name }) => sql.classOf.get(head.project_id, name) !== undefined)
  if (taken) return refuse('edit-conflict', `The class "${taken.name}" was made meanwhile. Try again`)
  for (const { id, name } of missing) sql.addClass.run({ id, project: head.project_id, name })
  return ok(undefined)
}

interface Settling {
  readonly seq: number
  /** What the caller does not know of yet. */
  readonly edit: Pick<Edit, 'changes' | 'proposals'>
  readonly state: { readonly done: boolean; readonly isNull: boolean } | undefined
}

/** Gives the picture its next revision and a state that fits its shapes, and tells what is now true. */
function settle(sql: AnnotationStatements, { seq, edit, state }: Settling): Written {
  const before = must(sql.headOf.get(seq))
  const isNull = before.shapes === 0 && (state?.isNull ?? before.is_null === 1)
  const isDone = state?.done ?? before.state === 'done'
  const next = stateOf({ shapes: before.shapes, isNull, isDone })
  sql.settle.run(next, isNull ? 1 : 0, seq)
  return {
    changes: [...edit.changes],
    proposals: [...(edit.proposals ?? [])],
    ...describe(sql, must(sql.headOf.get(seq))),
  }
}

/** A picture that lost its last shape is back at the start, unless somebody said that it holds nothing. */
function stateOf({ shapes, isNull, isDone }: { shapes: number; isNull: boolean; isDone: boolean }): ImageState {
  if (isNull) return 'done'
  if (shapes === 0) return 'todo'
  return isDone ? 'done' : 'started'
}

function describe(
  sql: AnnotationStatements,
  { seq, revision, undo_depth, state, is_null }: HeadRow,
): Omit<OpenedAnnotations, 'shapes' | 'proposals' | 'settled'> {
  return {
    revision,
    state: ImageState.parse(state),
    isNull: is_null === 1,
    undo: sql.undoLabels.all(seq, undo_depth),
    redo: sql.redoLabels.all(seq, undo_depth),
  }
}

function must(row: HeadRow | undefined): HeadRow {
  if (row === undefined) throw new Error('The picture vanished inside a transaction')
  return row
}
