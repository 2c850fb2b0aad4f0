import { brand } from '#common/border'
import type { Written } from '#common/contract/annotations'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId, ImageId, ProjectId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { AnnotationRepository, AnnotationTarget, Stamp } from '#core/annotation/annotations/ports'
import type { NewClass } from '#core/dataset/projects/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { soundRows } from '../../kit/stored-row.ts'
import { toOperation } from '../dataset/operation-rows.ts'
import { addClasses, attributesIn } from '../dataset/projects.ts'
import { labelOf } from '../dataset/shape-rows.ts'
import type { HeadRow } from '../sql/annotations.sql.ts'
import { make, move } from './gestures.ts'
import { pastLabels, readLabels } from './labels.ts'
import { BlockRefused, blockOutcome, throughEach } from './many-annotations.ts'
import { labelStatements } from './statements.ts'

export function annotationRepository(db: ReadDb, commits: CommitQueue): AnnotationRepository {
  const sql = labelStatements(db)

  function head({ projectId, image }: Pick<AnnotationTarget, 'projectId' | 'image'>): HeadRow | undefined {
    return sql.head.get(projectId, image)
  }

  /** The classes of these names as the project knows them. */
  function settleClasses(project: ProjectId, wanted: readonly NewClass[]): NewClass[] {
    addClasses(sql.classes, project, wanted)
    return wanted.map(({ id, name }) => ({
      id: brand<ClassId>(sql.classOf.get(project, name) ?? id),
      name,
      attributes: attributesIn(sql.classes, { project, name }),
    }))
  }

  /** The image, when it is there and still at the revision that the write was made for. */
  function aim(target: AnnotationTarget): Result<HeadRow, Refusal> {
    const row = head(target)
    if (row === undefined) return refuse('image-gone', { image: target.image })
    if (row.revision === target.revision) return ok(row)
    return refuse('annotations-changed', { image: row.name })
  }

  function moveTo(target: AnnotationTarget, way: 'undo' | 'redo', stamp: Stamp): Result<Written, Refusal> {
    const aimed = aim(target)
    return aimed.ok ? move(sql, aimed.value, { way, stamp }) : aimed
  }

  /** An image of a block as it is now. */
  function reached(row: HeadRow, image: ImageId, written: Result<Written, Refusal>) {
    if (!written.ok) throw new BlockRefused(row.name, written.error)
    const { revision, state } = written.value
    return { image, revision, shapes: sql.shapes.all(row.seq).map(labelOf(row)), isDone: state === 'done' }
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
    replace({ projectId, image }, { classes: wanted, accept, gesture, canWait }) {
      const write = () => {
        const row = head({ projectId, image })
        if (row === undefined) return refuse('image-gone', { image })
        const before = readLabels(sql, row)
        const accepted = accept(before)
        if (!accepted.ok) return accepted
        return make(sql, row, gesture(before, settleClasses(projectId, wanted)))
      }
      return commits.run(write, { canWait })
    },
    commitEach(projectId, images, gestureOf) {
      const each = (image: ImageId) => {
        const row = head({ projectId, image })
        if (row === undefined) return 'skipped'
        const gesture = gestureOf(readLabels(sql, row))
        return gesture && reached(row, image, make(sql, row, gesture))
      }
      return blockOutcome(commits.run(() => throughEach(images, each)))
    },
    moveEach: (projectId, images, { way, stamp }) =>
      commits.run(() =>
        throughEach(images, ({ image, revision }) => {
          const row = head({ projectId, image })
          const moved = moveTo({ projectId, image, revision }, way, stamp)
          return row && moved.ok ? reached(row, image, moved) : 'skipped'
        }),
      ),
    undo: (target, stamp) => commits.run(() => moveTo(target, 'undo', stamp)),
    redo: (target, stamp) => commits.run(() => moveTo(target, 'redo', stamp)),
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
      const rows = soundRows(sql.operations.all(row.seq, limit, offset), (each) => toOperation(each, row.undo_depth))
      return { total: sql.operationCount.get(row.seq) ?? 0, rows }
    },
    async past({ operation, ...of }) {
      const row = head(of)
      return row ? pastLabels(sql, row, operation) : refuse('image-gone', { image: of.image })
    },
  }
}
