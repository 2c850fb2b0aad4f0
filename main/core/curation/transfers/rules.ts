import type { Attribute } from '#common/annotation/attribute'
import { type Marks, marksOf } from '#common/annotation/marks'
import { withMissing } from '#common/annotation/named/attribute'
import { answersOf, saidByNames } from '#common/annotation/named/values'
import type { StoredReview } from '#common/annotation/review'
import type { Shape } from '#common/annotation/shape'
import type { Skeleton } from '#common/annotation/skeleton'
import type { LabelLosses } from '#common/contract/browse/transfers'
import type { ImageState } from '#common/contract/images'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { formIn, isClassification } from '../../annotation/annotations/project-types.ts'

/** A class of the source, and what stands for it in the target. */
export interface ClassPair {
  readonly from: LabelClass
  /** The class of that name; undefined: it is made with the first label of it. */
  readonly there: LabelClass | undefined
  /** Attributes of its objects then: those of the target, and behind them those of the source that it lacks. */
  readonly attributes: readonly Attribute[]
  /** The points of its objects then; null in projects without points. */
  readonly skeleton: Skeleton | null
}

/** A label as far as it decides on what becomes of it. */
export interface CarriedLabel {
  readonly classId: ClassId
  readonly kind: Shape['kind']
  /** How many, of an object with points. */
  readonly points: number
  readonly marks: Marks
}

export interface LabelsTarget {
  readonly type: ProjectType
  readonly pairs: ReadonlyMap<ClassId, ClassPair>
}

/**
 * Fate of an annotation: the same, the box around it, its class for the whole image. `joined`: another annotation of the image has that
 * class.
 */
export type LabelFate =
  | {
      readonly form: 'same' | 'box' | 'whole'
      readonly pair: ClassPair
      readonly marks: Marks
      /** Something that its attributes say has no place there. */
      readonly isUnsaid: boolean
    }
  | { readonly form: 'joined'; readonly isUnsaid: boolean }
  | { readonly form: 'left-out' }

export type KeptFate = Extract<LabelFate, { readonly pair: ClassPair }>

const LEFT_OUT = { form: 'left-out' } as const

/** Classes are the same when their names are, letter by letter, as everywhere in a project. */
export function pairClasses(
  source: readonly LabelClass[],
  { type, classes }: { readonly type: ProjectType; readonly classes: readonly LabelClass[] },
): ReadonlyMap<ClassId, ClassPair> {
  const byName = new Map(classes.map((known) => [known.name, known]))
  const hasPoints = type === 'keypoint-detection'
  return new Map(
    source.map((from) => {
      const there = byName.get(from.name)
      const attributes = withMissing(there?.attributes ?? [], from.attributes ?? [])
      const skeleton = hasPoints ? (there?.skeleton ?? from.skeleton) : null
      return [from.id, { from, there, attributes, skeleton }]
    }),
  )
}

/** Fate of each annotation of one image. */
export function labelFates(labels: readonly CarriedLabel[], target: LabelsTarget): readonly LabelFate[] {
  const fates = labels.map((label) => fateOf(label, target))
  return isClassification(target.type) ? asClasses(fates, target.type) : fates
}

function fateOf({ classId, kind, points, marks }: CarriedLabel, { type, pairs }: LabelsTarget): LabelFate {
  const pair = pairs.get(classId)
  const form = formIn(type, kind)
  if (pair === undefined || form === undefined) return LEFT_OUT
  // Objects of a class have as many points as it names.
  const isOther = kind === 'keypoints' && pair.skeleton !== null && pair.skeleton.points.length !== points
  const kept = form === 'same' && !isOther ? marks : withoutOutline(marks)
  return { form: isOther ? 'box' : form, pair, ...answered(kept, pair) }
}

/** The outline that a label was simplified from says nothing of a box. */
function withoutOutline({ drawn: _drawn, ...marks }: Marks): Marks {
  return marks
}

/** Values of the annotation, by the attributes of the target's class. */
function answered(marks: Marks, { from, attributes }: ClassPair): Pick<KeptFate, 'marks' | 'isUnsaid'> {
  if (marks.attributes === undefined) return { marks, isUnsaid: false }
  const { values, misfits } = answersOf(attributes, saidByNames(from.attributes ?? [], marks.attributes) ?? {})
  return { marks: marksOf({ ...marks, attributes: values }), isUnsaid: misfits.length > 0 }
}

/** One label a class; where an image has one class, labels of several do not fit. */
function asClasses(fates: readonly LabelFate[], type: ProjectType): readonly LabelFate[] {
  const first = new Map<ClassPair, KeptFate>()
  for (const fate of fates.filter(isKept)) {
    // An annotation of the whole image comes before one of a place.
    if (first.get(fate.pair)?.form !== 'same' && (fate.form === 'same' || !first.has(fate.pair)))
      first.set(fate.pair, fate)
  }
  if (type === 'single-label-classification' && first.size > 1) return fates.map(() => LEFT_OUT)
  return fates.map((fate) => (isKept(fate) ? joinedTo(first.get(fate.pair) ?? fate, fate) : fate))
}

function joinedTo(first: KeptFate, fate: KeptFate): LabelFate {
  if (first === fate) return fate
  const said = Object.entries(fate.marks.attributes ?? {})
  const known = new Map(Object.entries(first.marks.attributes ?? {}))
  return { form: 'joined', isUnsaid: fate.isUnsaid || said.some(([id, value]) => known.get(id) !== value) }
}

export function isKept(fate: LabelFate): fate is KeptFate {
  return 'pair' in fate
}

export const NO_LOSSES: LabelLosses = { boxed: 0, wholes: 0, leftOut: 0, unsaid: 0 }

export function lossesOf(fates: readonly LabelFate[]): LabelLosses {
  const losses = { ...NO_LOSSES }
  for (const fate of fates) {
    if (fate.form === 'box') losses.boxed += 1
    if (fate.form === 'whole' || fate.form === 'joined') losses.wholes += 1
    if (fate.form === 'left-out') losses.leftOut += 1
    if ('isUnsaid' in fate && fate.isUnsaid) losses.unsaid += 1
  }
  return losses
}

export function addLosses(one: LabelLosses, other: LabelLosses): LabelLosses {
  return {
    boxed: one.boxed + other.boxed,
    wholes: one.wholes + other.wholes,
    leftOut: one.leftOut + other.leftOut,
    unsaid: one.unsaid + other.unsaid,
  }
}

export interface Standing {
  readonly state: ImageState
  readonly review: StoredReview
}

/** Who finished or approved an image did so with the labels that are left out now. */
export function standingInTarget({ state, review }: Standing, fates: readonly LabelFate[]): Standing {
  if (!fates.some(({ form }) => form === 'left-out')) return { state, review }
  const isEmpty = !fates.some(isKept)
  return { state: isEmpty ? 'todo' : 'started', review: review === 'approved' ? '' : review }
}
