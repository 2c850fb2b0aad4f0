import { type AnnotationDocument, applyEdit, type Edit, invertEdit } from '#common/annotation/edit'
import { documentBefore } from '#common/annotation/operation'
import type { Shape } from '#common/annotation/shape'
import { Sketch } from '#common/annotation/sketch'
import { brand } from '#common/border'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { ImageState } from '#common/contract/images'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId, ImageId, ProjectId, ProposalId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { AnnotationRepository, AnnotationTarget, Gesture, Stamp, WantedState } from '#core/annotations/ports'
import type { NewClass } from '#core/projects/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { type MergeStatements, mergeStatements } from '../classes/merge.sql.ts'
import { classNowIn, presentEdit } from '../classes/present-edit.ts'
import { type ReviewStatements, readReview, reviewStatements, writeReview } from '../review/reviews.ts'
import { type AnnotationStatements, annotationStatements, type HeadRow } from '../sql/annotations.sql.ts'
import { projectStatements } from '../sql/projects.sql.ts'
import { type ProposalStatements, proposalStatements } from '../sql/proposals.sql.ts'
import { BlockError, throughEach } from './many-annotations.ts'
import { editOf, log, stateLabel, toLogged, toOperation } from './operation-rows.ts'
import { addClasses, attributesIn } from './projects.ts'
import { toProposal } from './proposal-rows.ts'
import { toShape, toShapeRow } from './shape-rows.ts'

/** Labels, the classes they need, and the proposals they may come from. */
interface Statements extends AnnotationStatements {
  readonly addClass: ReturnType<typeof projectStatements>['addClass']
  readonly proposals: ProposalStatements
  readonly reviews: ReviewStatements
  readonly becameOf: MergeStatements['becameOf']
}

export function annotationRepository(db: ReadDb, commits: CommitQueue): AnnotationRepository {
  const classes = projectStatements(db)
  const sql: Statements = {
    ...annotationStatements(db),
    addClass: classes.addClass,
    proposals: proposalStatements(db),
    reviews: reviewStatements(db),
    becameOf: mergeStatements(db).becameOf,
  }

  function head({ projectId, image }: Pick<AnnotationTarget, 'projectId' | 'image'>): HeadRow | undefined {
    return sql.head.get(projectId, image)
  }

  /** The classes of these names as the project knows them. */
  function settleClasses(project: ProjectId, wanted: readonly NewClass[]): NewClass[] {
    addClasses(classes, project, wanted)
    return wanted.map(({ id, name }) => ({
      id: brand<ClassId>(sql.classOf.get(project, name) ?? id),
      name,
      attributes: attributesIn(classes, { project, name }),
    }))
  }

  /** The picture, when it is there and still at the revision that the write was made for. */
  function aim(target: AnnotationTarget): Result<HeadRow, Refusal> {
    const row = head(target)
    if (row === undefined) return refuse('image-not-found', `The image "${target.image}" is gone`)
    if (row.revision === target.revision) return ok(row)
    return refuse('edit-conflict', `The labels of ${row.name} changed meanwhile. They are loaded again`)
  }

  function move(target: AnnotationTarget, direction: 'undo' | 'redo', stamp: Stamp): Result<Written, Refusal> {
    const aimed = aim(target)
    if (!aimed.ok) return aimed
    const { seq, name, undo_depth } = aimed.value
    const position = direction === 'undo' ? undo_depth : undo_depth + 1
    const stored = sql.editAt.get(seq, position)
    if (stored === undefined) return refuse('nothing-to-undo', `There is nothing to ${direction} on ${name}`)
    const made = editOf(stored)
    const meant = direction === 'undo' ? invertEdit(made) : made
    const edit = atPresent(sql, seq, meant)
    const applied = writeEdit(sql, aimed.value, edit)
    if (!applied.ok) return applied
    const content = edit === meant ? {} : contentOf(direction === 'undo' ? invertEdit(edit) : edit)
    log(sql, seq, { op: direction, label: made.label, stamp, content, edit_id: stored.id })
    sql.setDepth.run(direction === 'undo' ? undo_depth - 1 : position, seq)
    return ok(settle(sql, { seq, edit, state: undefined, stamp }))
  }

  /** A picture of a block as it is now. */
  function reached(row: HeadRow, image: ImageId, written: Result<Written, Refusal>) {
    if (!written.ok) throw new BlockError(image, written.error.message)
    const { revision, state } = written.value
    return { image, revision, shapes: sql.shapes.all(row.seq).map(toShape), isDone: state === 'done' }
  }

  /** The labels of the picture as they were after the operation. */
  function pastOf(row: HeadRow, operation: number): Result<AnnotationDocument, Refusal> {
    if (operation !== 0 && sql.hasOperation.get(row.seq, operation) === undefined)
      return refuse('operation-not-found', `The history of ${row.name} has no entry ${operation}`)
    const past = documentBefore(
      sql.shapes.all(row.seq).map(toShape),
      sql.operationsAfter.all(row.seq, operation).map(toLogged),
    )
    return past.ok ? past : refuse('edit-conflict', `The history of ${row.name} does not lead to its labels`)
  }

  return {
    async open(projectId, image) {
      const row = head({ projectId, image })
      return row && readLabels(sql, row)
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
        const before = readLabels(sql, row)
        const accepted = accept(before)
        if (!accepted.ok) return accepted
        return make(sql, row, gesture(before, settleClasses(projectId, wanted)))
      })
    },
    commitEach: (projectId, images, gestureOf) =>
      commits.run(() =>
        throughEach(images, (image) => {
          const row = head({ projectId, image })
          if (row === undefined) return 'skipped'
          const gesture = gestureOf(readLabels(sql, row))
          return gesture && reached(row, image, make(sql, row, gesture))
        }),
      ),
    moveEach: (projectId, images, { way, stamp }) =>
      commits.run(() =>
        throughEach(images, ({ image, revision }) => {
          const row = head({ projectId, image })
          const moved = move({ projectId, image, revision }, way, stamp)
          return row && moved.ok ? reached(row, image, moved) : 'skipped'
        }),
      ),
    undo: (target, stamp) => commits.run(() => move(target, 'undo', stamp)),
    redo: (target, stamp) => commits.run(() => move(target, 'redo', stamp)),
    keepSketch({ projectId, image }, sketch) {
      return commits.run(() => {
        const row = head({ projectId, image })
        if (row === undefined) return false
        if (sketch) sql.keepSketch.run(row.seq, JSON.stringify(sketch))
        else sql.dropSketch.run(row.seq)
        return true
      })
    },
    async history(projectId, image, { offset, limit }) {
      const row = head({ projectId, image })
      if (row === undefined) return undefined
      const rows = sql.operations.all(row.seq, limit, offset).map((each) => toOperation(each, row.undo_depth))
      return { total: sql.operationCount.get(row.seq) ?? 0, rows }
    },
    async past({ operation, ...of }) {
      const row = head(of)
      return row ? pastOf(row, operation) : refuse('image-not-found', `The image "${of.image}" is gone`)
    },
  }
}

function readLabels(sql: Statements, row: HeadRow): OpenedAnnotations {
  const proposals = sql.proposals.all.all(row.seq)
  const settled = proposals.filter(({ is_settled }) => is_settled === 1)
  return {
    shapes: sql.shapes.all(row.seq).map(toShape),
    proposals: proposals.map(toProposal),
    settled: settled.map(({ id }) => brand<ProposalId>(id)),
    sketch: sketchOf(sql, row.seq),
    ...describe(sql, row),
  }
}

function sketchOf(sql: AnnotationStatements, seq: number): Sketch | null {
  const stored = sql.sketch.get(seq)
  return stored === undefined ? null : Sketch.parse(JSON.parse(stored))
}

function make(sql: Statements, head: HeadRow, gesture: Gesture): Result<Written, Refusal> {
  const { edit: meant, state, ...stamp } = gesture
  if (!meant && approvesNothing(head, state))
    return refuse('nothing-to-review', `${head.name} has no labels. Mark it as holding nothing first`)
  const edit = meant && atPresent(sql, head.seq, meant)
  const recorded = edit ? record(sql, head, { edit, ...stamp }) : ok(undefined)
  if (!recorded.ok) return recorded
  if (state && !edit) log(sql, head.seq, { op: 'state', label: stateLabel(state), stamp })
  return ok(settle(sql, { seq: head.seq, edit: differenceOf(meant, edit), state, stamp }))
}

/** A class that was merged since the edit was made is the one that it became. */
function atPresent(sql: Statements, seq: number, edit: Edit): Edit {
  return presentEdit(edit, {
    classOf(id) {
      const row = sql.shape.get(seq, id)
      return row && brand<ClassId>(row.class_id)
    },
    classNow: classNowIn(sql),
  })
}

/** What came out otherwise than the caller thinks. */
function differenceOf(meant: Edit | undefined, made: Edit | undefined): Pick<Edit, 'changes'> {
  if (meant === made || meant === undefined || made === undefined) return NO_CHANGE
  return {
    changes: meant.changes.map(({ after }, place) => ({ before: after, after: made.changes[place]?.after ?? null })),
  }
}

/** What has no labels can only be approved as holding nothing to label. */
function approvesNothing({ shapes }: HeadRow, state: WantedState | undefined): boolean {
  return state?.verdict?.verdict === 'approved' && shapes === 0 && !state.isNull
}

const NO_CHANGE = { changes: [] } as const

/** Applies a gesture and appends it to the log; what could have been repeated no longer can be. */
function record(
  sql: Statements,
  head: HeadRow,
  { edit, ...stamp }: Stamp & { edit: Edit },
): Result<undefined, Refusal> {
  const { seq, undo_depth } = head
  const sound = checkProposals(sql, seq, edit)
  if (!sound.ok) return sound
  const applied = writeEdit(sql, head, edit)
  if (!applied.ok) return applied
  sql.dropRedo.run(seq, undo_depth)
  log(sql, seq, { op: 'edit', label: edit.label, stamp, content: contentOf(edit), position: undo_depth + 1 })
  sql.setDepth.run(undo_depth + 1, seq)
  return ok(undefined)
}

function contentOf({ changes, proposals, strokes }: Edit): Pick<Edit, 'changes' | 'proposals' | 'strokes'> {
  return { changes, ...(proposals && { proposals }), ...(strokes && { strokes }) }
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
  const changed = edit.changes.flatMap(({ before, after }) => [before?.id, after?.id])
  const touched = new Set([...changed.filter((id) => id !== undefined), ...(edit.strokes ?? []).map(({ id }) => id)])
  const stored = [...touched].map((id) => sql.shape.get(seq, id)).filter((row) => row !== undefined)
  const applied = applyEdit(stored.map(toShape), edit)
  if (!applied.ok) return refuse('edit-conflict', 'A shape changed meanwhile. The labels are loaded again')
  const added = addNeededClasses(sql, head, edit)
  if (!added.ok) return added
  const known = checkClasses(sql, head, applied.value)
  if (!known.ok) return known
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

/** A class that was removed gives its name to no label any more, also not to one that comes back by an undo. */
function checkClasses(sql: Statements, { project_id }: HeadRow, shapes: readonly Shape[]): Result<undefined, Refusal> {
  const wanted = new Set(shapes.map(({ classId }) => classId))
  const isThere = [...wanted].every((id) => sql.hasClass.get(project_id, id) !== undefined)
  return isThere ? ok(undefined) : refuse('class-not-found', 'The class of this label was removed. Give it another one')
}

interface Settling {
  readonly seq: number
  /** What the caller does not know of yet. */
  readonly edit: Pick<Edit, 'changes' | 'strokes' | 'proposals'>
  readonly state: WantedState | undefined
  readonly stamp: Stamp
}

/** Gives the picture its next revision and a state that fits its shapes, and tells what is now true. */
function settle(sql: Statements, { seq, edit, state, stamp }: Settling): Written {
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
  sql: Statements,
  { seq, revision, undo_depth, state, is_null, review }: HeadRow,
): Omit<OpenedAnnotations, 'shapes' | 'proposals' | 'settled' | 'sketch'> {
  return {
    revision,
    state: ImageState.parse(state),
    isNull: is_null === 1,
    review: readReview(sql.reviews, { seq, stored: review, isDone: state === 'done' }),
    undo: sql.undoLabels.all(seq, undo_depth),
    redo: sql.redoLabels.all(seq, undo_depth),
  }
}

function must(row: HeadRow | undefined): HeadRow {
  if (row === undefined) throw new Error('The picture vanished inside a transaction')
  return row
}
