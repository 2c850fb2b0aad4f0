import { z } from 'zod'
import { Marks } from '#common/annotation/marks'
import { StoredReview } from '#common/annotation/review'
import { isPlaced, type Shape, shapeBounds } from '#common/annotation/shape'
import { brand } from '#common/border'
import { ImageState } from '#common/contract/images'
import type { ProjectType } from '#common/contract/projects'
import { type Box, boxArea } from '#common/geometry/box'
import type { ClassId, ProjectId } from '#common/ids'
import { message } from '#common/messages/message'
import { kindsOf } from '#core/annotation/annotations/project-types'
import {
  type CarriedLabel,
  type ClassPair,
  isKept,
  type KeptFate,
  type LabelFate,
  labelFates,
  standingInTarget,
} from '#core/curation/transfers/rules'
import { orDamaged } from '../../kit/stored-row.ts'
import { addClasses } from '../dataset/projects.ts'
import { NO_MARKS, toShape } from '../dataset/shape-rows.ts'
import type { imageCopyStatements, SourceRow } from '../sql/catalog.sql.ts'
import type { projectStatements } from '../sql/projects.sql.ts'
import { copyBeside, copyRow } from '../workspace/image-copy.ts'
import { carryHistory, hasSameHistory, noteRenamed, type Renamed } from './transfer-history.ts'
import type { CarriedRow, HistoryStatements, LightRow, TransferStatements } from './transfers.sql.ts'

export interface TransferSql extends TransferStatements {
  readonly history: HistoryStatements
  readonly copy: ReturnType<typeof imageCopyStatements>
  readonly classes: ReturnType<typeof projectStatements>
}

/** The facts that images of one piece of a transfer share. */
export interface Carrying {
  readonly act: number
  readonly into: ProjectId
  readonly type: ProjectType
  readonly pairs: ReadonlyMap<ClassId, ClassPair>
  /** Classes of the target that are known to have all that the labels need, by those of the source. */
  readonly classes: Map<ClassId, string>
  /** How the target calls what the log of an image speaks of. */
  readonly renamed: Renamed
  /** Of a move: the moment at which the originals are thrown away. */
  readonly trashAt: number | undefined
}

const Kind = z.enum(['box', 'rotated-box', 'polygon', 'polyline', 'point', 'mask', 'keypoints', 'whole', 'text'])

export function carriedLabel({ class_id, kind, marks, points }: LightRow): CarriedLabel {
  return {
    classId: brand<ClassId>(class_id),
    kind: Kind.parse(kind) satisfies Shape['kind'],
    points,
    marks: marks === NO_MARKS ? NOTHING : Marks.parse(JSON.parse(marks)),
  }
}

const NOTHING: Marks = {}

/**
 * One image with all that hangs on it; answers what became of its labels. One that was thrown away since it was noted, or whose
 * bytes came into the target otherwise, is passed over.
 */
export function carryImage(sql: TransferSql, carrying: Carrying, seq: number): readonly LabelFate[] {
  const source = sql.copy.source.get({ to: carrying.into, seq })
  if (source === undefined || source.is_there === 1) return []
  return orDamaged(message('row-image', { name: source.name }), () => carry(sql, carrying, { source, seq }))
}

function carry(
  sql: TransferSql,
  carrying: Carrying,
  { source, seq }: { readonly source: SourceRow; readonly seq: number },
): readonly LabelFate[] {
  const { act, into, type, pairs, renamed, trashAt } = carrying
  const rows = sql.labels.all(seq)
  const fates = labelFates(rows.map(carriedLabel), { type, pairs }).map((fate, place) => withExtent(fate, rows[place]))
  const { state, review } = source
  const standing = standingInTarget({ state: ImageState.parse(state), review: StoredReview.parse(review) }, fates)
  const fresh = copyRow(sql.copy, into, { ...source, state: standing.state, review: '' })
  carryLabels(sql, carrying, { rows, fates, fresh })
  copyBeside(sql.copy, { seq, fresh })
  // Of a copy the history begins here; what is moved brings its own.
  const isWhole = trashAt !== undefined && hasSameHistory(renamed, rows, fates)
  if (isWhole) carryHistory(sql.history, renamed, { seq, fresh })
  sql.proposals.run({ seq, fresh, kinds: JSON.stringify(kindsOf(type)), isWithSettled: isWhole ? 1 : 0 })
  sql.stand.run({ fresh, review: standing.review, like: isWhole ? seq : null })
  if (standing.review !== '') sql.copy.review.run({ seq, fresh })
  sql.noteCopy.run({ act, seq, fresh })
  if (trashAt !== undefined) sql.trash.run(trashAt, seq)
  return fates
}

interface CarriedLabels {
  readonly rows: readonly CarriedRow[]
  readonly fates: readonly LabelFate[]
  readonly fresh: number | bigint
}

function carryLabels(sql: TransferSql, carrying: Carrying, { rows, fates, fresh }: CarriedLabels): void {
  for (const [place, row] of rows.entries()) {
    const fate = fates[place]
    if (fate === undefined || !isKept(fate)) continue
    const { points: _, ...label } = carriedRow(row, fate)
    sql.addShape.run({ ...label, class_id: classInTarget(sql, carrying, fate.pair), fresh })
  }
}

/** A box around a line that runs straight along the image would be none. */
function withExtent(fate: LabelFate, row: CarriedRow | undefined): LabelFate {
  if (fate.form !== 'box' || (row && boxArea(boxAround(row)) > 0)) return fate
  return { form: 'left-out' }
}

function boxAround(row: CarriedRow): Box {
  const shape = toShape(row)
  if (!isPlaced(shape)) throw new Error(`The label ${row.id} lies nowhere`)
  return shapeBounds(shape)
}

function carriedRow(row: CarriedRow, { form, marks }: KeptFate): CarriedRow {
  const said = { ...row, marks: JSON.stringify(marks) }
  if (form === 'same') return said
  if (form === 'whole') return { ...said, kind: 'whole', geometry: '{}', area: 0 }
  const box = boxAround(row)
  return { ...said, kind: 'box', geometry: JSON.stringify(box), area: boxArea(box) }
}

/** The class of the target for labels of a class of the source; it is made, or asked what it does not ask yet. */
function classInTarget(sql: TransferSql, { into, type, classes, renamed }: Carrying, pair: ClassPair): string {
  const { from, there, skeleton, attributes } = pair
  const known = classes.get(from.id)
  if (known !== undefined) return known
  if (there)
    addClasses(sql.classes, into, [{ id: there.id, name: there.name, attributes, ...(skeleton && { skeleton }) }])
  else sql.addClass.run({ into, from: from.id, hasPoints: type === 'keypoint-detection' ? 1 : 0 })
  const id = sql.classOf.get(into, from.name)
  if (id === undefined) throw new Error(`The class "${from.name}" was not made`)
  classes.set(from.id, id)
  noteRenamed(renamed, pair, id)
  return id
}
