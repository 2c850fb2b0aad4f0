import { z } from 'zod'
import { applyEdit, Change, type Edit, invertEdit } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { ImageState } from '#common/contract/images'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId, ProjectId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { AnnotationRepository, AnnotationTarget, Gesture } from '#core/annotations/ports'
import type { NewClass } from '#core/projects/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { toSeconds } from '../columns.ts'
import { type AnnotationStatements, annotationStatements, type HeadRow } from '../sql/annotations.sql.ts'
import { projectStatements } from '../sql/projects.sql.ts'
import { addClasses } from './projects.ts'
import { toShape, toShapeRow } from './shape-rows.ts'

const Changes = z.array(Change)

export function annotationRepository(db: ReadDb, commits: CommitQueue): AnnotationRepository {
  const sql = annotationStatements(db)
  const classes = projectStatements(db)

  function head({ projectId, image }: Pick<AnnotationTarget, 'projectId' | 'image'>): HeadRow | undefined {
    return sql.head.get(projectId, image)
  }

  function opened(row: HeadRow): OpenedAnnotations {
    return { shapes: sql.shapes.all(row.seq).map(toShape), ...describe(sql, row) }
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
    const made: Edit = { label: stored.label, changes: Changes.parse(JSON.parse(stored.changes)) }
    const edit = direction === 'undo' ? invertEdit(made) : made
    const applied = writeShapes(sql, seq, edit)
    if (!applied.ok) return applied
    sql.setDepth.run(direction === 'undo' ? undo_depth - 1 : position, seq)
    return ok(settle(sql, { seq, changes: edit.changes, state: undefined }))
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

function make(sql: AnnotationStatements, { seq, undo_depth }: HeadRow, gesture: Gesture): Result<Written, Refusal> {
  const recorded = gesture.edit ? record(sql, { seq, undo_depth }, { ...gesture, edit: gesture.edit }) : ok(undefined)
  return recorded.ok ? ok(settle(sql, { seq, changes: [], state: gesture.state })) : recorded
}

/** Applies a gesture and appends it to the history; what could have been repeated is forgotten. */
function record(
  sql: AnnotationStatements,
  { seq, undo_depth }: { seq: number; undo_depth: number },
  { edit, madeAt }: Gesture & { edit: Edit },
): Result<undefined, Refusal> {
  const applied = writeShapes(sql, seq, edit)
  if (!applied.ok) return applied
  sql.dropRedo.run(seq, undo_depth)
  sql.addEdit.run(seq, undo_depth + 1, edit.label, JSON.stringify(edit.changes), toSeconds(madeAt))
  sql.setDepth.run(undo_depth + 1, seq)
  return ok(undefined)
}

/** Checks every `before` against the stored shape, then writes. Only the touched shapes are read, however many there are. */
function writeShapes(sql: AnnotationStatements, seq: number, edit: Edit): Result<undefined, Refusal> {
  const touched = new Set(
    edit.changes.flatMap(({ before, after }) => [before?.id, after?.id]).filter((id) => id !== undefined),
  )
  const stored = [...touched].map((id) => sql.shape.get(seq, id)).filter((row) => row !== undefined)
  const applied = applyEdit(stored.map(toShape), edit)
  if (!applied.ok) return refuse('edit-conflict', 'A shape changed meanwhile. The labels are loaded again')
  const after = new Map<string, Shape>(applied.value.map((shape) => [shape.id, shape]))
  const before = new Set(stored.map(({ id }) => id))
  for (const id of touched) {
    const shape = after.get(id)
    if (shape === undefined) sql.deleteShape.run(seq, id)
    else (before.has(id) ? sql.updateShape : sql.insertShape).run({ ...toShapeRow(shape), image_seq: seq })
  }
  return ok(undefined)
}

interface Settling {
  readonly seq: number
  readonly changes: readonly Change[]
  readonly state: { readonly done: boolean; readonly isNull: boolean } | undefined
}

/** Gives the picture its next revision and a state that fits its shapes, and tells what is now true. */
function settle(sql: AnnotationStatements, { seq, changes, state }: Settling): Written {
  const before = must(sql.headOf.get(seq))
  const isNull = before.shapes === 0 && (state?.isNull ?? before.is_null === 1)
  const isDone = state?.done ?? before.state === 'done'
  const next = stateOf({ shapes: before.shapes, isNull, isDone })
  sql.settle.run(next, isNull ? 1 : 0, seq)
  return { changes: [...changes], ...describe(sql, must(sql.headOf.get(seq))) }
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
): Omit<OpenedAnnotations, 'shapes'> {
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
