import type { Attribute } from '#common/annotation/attribute'
import { cutForm } from '#common/annotation/cut'
import { marksOf } from '#common/annotation/marks'
import {
  answersOf,
  type Misfit,
  misfitReason,
  type NamedValue,
  type NamedValues,
  namedValues,
} from '#common/annotation/named/values'
import { type PlacedForm, type Shape, shapeBounds } from '#common/annotation/shape'
import { numberedSkeleton, type Skeleton } from '#common/annotation/skeleton'
import { brand } from '#common/border'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ClassId, GroupId, ShapeId } from '#common/ids'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { cleanClassName, withPlainSpaces } from '../../dataset/projects/rules.ts'
import type { StationMarks } from './station-marks.ts'

/** One label as a file from outside says it, in pixels of the displayed image; it may reach beyond the frame. */
export type ReadAnnotation =
  | PlacedAnnotation
  | (Told & { readonly className: string; readonly kind: 'whole' })
  | (Told & { readonly className: string; readonly kind: 'text'; readonly prompt: string; readonly answer: string })

/** A label that lies somewhere in the image. */
export type PlacedAnnotation = BareAnnotation | KeypointsAnnotation

type BareAnnotation = Told & { readonly className: string } & Exclude<PlacedForm, KeypointsForm>
type KeypointsForm = Extract<PlacedForm, { readonly kind: 'keypoints' }>

export interface KeypointsAnnotation extends Told, KeypointsForm {
  readonly className: string
  /** As the file names the points; absent where it has numbers alone. */
  readonly skeleton?: Skeleton
}

/** Fields of an annotation in a file besides its class and its place. */
interface Told {
  /** As the file spells the class, where that is not its name; a class of the whole image may be spelled in several ways. */
  readonly spelled?: readonly string[]
  /** How sure the one who made it is, as the file says it; 0…1 is not checked. */
  readonly score?: number
  /** By the names of attributes. */
  readonly said?: NamedValues
  /** It stands for many objects, or for a region to ignore. */
  readonly crowd?: true | undefined
  /** Labels of an image that name the same one belong together. */
  readonly group?: string | undefined
  /** Of a label that stands for several: what others of them say otherwise. */
  readonly alsoSaid?: readonly NamedValue[] | undefined
  /** As a station tells it: more exact than `said` and `group`. */
  readonly own?: StationMarks | undefined
}

/** The smallest box around a label. */
export function annotationBounds(object: PlacedAnnotation): Box {
  return shapeBounds(object)
}

/** A class name as files spell it: `/ . [ ] # ~ *` become dashes, white space one space, nothing becomes "object". */
export function importedClassName(raw: string): string {
  const clean = cleanClassName(raw.replace(/[/.[\]#~*]/g, '-'))
  return clean === '' ? 'object' : clean
}

/** A class name as its file spells it, where the class is called otherwise. White space makes no other spelling. */
export function spellingOf(raw: string): string | undefined {
  const spelling = withPlainSpaces(raw)
  return spelling === '' || spelling === importedClassName(raw) ? undefined : spelling.slice(0, MAX_SPELLING)
}

/** Longest name that a class may have, in UTF-16 units. */
const MAX_CLASS_NAME = 200

/** As much of a spelling tells whether two long names are the same. */
const MAX_SPELLING = 1000

/** The objects with names that classes may have: longer ones are cut, and told. Two may be the same then, so they keep their spelling. */
export function withShortNames(objects: readonly ReadAnnotation[]): ShortNamed {
  const told = new Map<string, Message>()
  const short = objects.map((object) => {
    const { className, spelled = [className.slice(0, MAX_SPELLING)] } = object
    if (className.length <= MAX_CLASS_NAME) return object
    const cut = className
      .slice(0, MAX_CLASS_NAME - 1)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd()
    const name = cut.slice(0, 40)
    told.set(name, message('class-name-cut', { name, most: MAX_CLASS_NAME }))
    return { ...object, spelled, className: `${cut}…` }
  })
  return { objects: told.size > 0 ? short : objects, told: [...told.values()] }
}

interface ShortNamed {
  readonly objects: readonly ReadAnnotation[]
  readonly told: readonly Message[]
}

/** A label that is still without its class's identifier. */
export interface Draft {
  readonly className: string
  readonly geometry: Geometry
  readonly skeleton?: Skeleton
  readonly score?: number | undefined
  readonly said?: NamedValues
  readonly crowd?: true | undefined
  readonly group?: string | undefined
  readonly alsoSaid?: readonly NamedValue[] | undefined
  readonly own?: StationMarks | undefined
}

/** The parts of the objects within the image, cut at its frame; those entirely outside are left out. */
export function draftsInFrame(objects: readonly ReadAnnotation[], frame: Size): Draft[] {
  return objects.flatMap((object) => {
    const { className, score, said, crowd, group, alsoSaid, own } = object
    const grouped = { ...(crowd && { crowd }), ...(group !== undefined && { group }) }
    const told = { score, ...(said && { said }), ...grouped, ...(alsoSaid && { alsoSaid }), ...(own && { own }) }
    return geometryInFrame(object, frame).map((geometry) => {
      const draft = { className: cleanClassName(className), geometry, ...told }
      return object.kind === 'keypoints' ? { ...draft, skeleton: skeletonOf(object) } : draft
    })
  })
}

/**
 * Shapes in drawing order. Every class of the drafts must be among the classes. What was said that its class has no place for is left
 * out.
 */
export function toShapes(drafts: readonly Draft[], classes: readonly NamedClass[], fresh: () => ShapeId): Shape[] {
  const byName = new Map(classes.map((known) => [known.name, known]))
  const groups = new Map<string, GroupId>()
  const taken = new Set<ShapeId>()

  function groupOf(named: string): GroupId {
    const group = groups.get(named) ?? brand<GroupId>(fresh())
    groups.set(named, group)
    return group
  }

  return drafts.map((draft, place) => {
    const { className, geometry, said = {}, alsoSaid, crowd, group, own } = draft
    const known = byName.get(className)
    if (known === undefined) throw new Error(`The class "${className}" was not made`)
    const attributes = answersOf(known.attributes ?? [], said, alsoSaid).values
    const marks = marksOf({ crowd, group: group === undefined ? undefined : groupOf(group), attributes, ...own })
    const { id, z, origin } = identityOf(own, taken) ?? { id: fresh(), z: own?.z ?? place, origin: 'import' as const }
    taken.add(id)
    return { id, classId: known.id, z, origin, ...marks, ...geometry }
  })
}

/**
 * The annotation's own identity, or undefined for an annotation that comes without one, and for further parts of one that the frame cuts:
 * they are annotations of their own.
 */
function identityOf(own: StationMarks | undefined, taken: ReadonlySet<ShapeId>) {
  return own && !taken.has(own.id) ? own : undefined
}

interface NamedClass {
  readonly id: ClassId
  readonly name: string
  readonly attributes?: readonly Attribute[] | undefined
}

/** Values of annotations that their classes have no place for. */
export function misfitsIn(
  drafts: readonly Draft[],
  classes: readonly Omit<NamedClass, 'id'>[],
): readonly LabelMisfit[] {
  const asked = new Map(classes.map(({ name, attributes = [] }) => [name, attributes]))
  return drafts.flatMap((draft) => {
    const { className, said = {}, alsoSaid } = draft
    return answersOf(asked.get(className) ?? [], said, alsoSaid).misfits.map((misfit) => ({ className, ...misfit }))
  })
}

/** Everything that a label says, what counts first. */
export function allSaid({ said = {}, alsoSaid = [] }: Pick<Draft, 'said' | 'alsoSaid'>): readonly NamedValue[] {
  return [...namedValues(said), ...alsoSaid]
}

export interface LabelMisfit extends Misfit {
  readonly className: string
}

/** `Skipped in 3 annotations of "crate": "purple" is not one of the choices of "colour".` */
export function misfitMessage(misfit: LabelMisfit, count?: number): Message {
  const [name, reason] = [misfit.className, misfitReason(misfit)]
  return count === undefined
    ? message('value-skipped', { name }, reason)
    : message('values-skipped', { count, name }, reason)
}

/** Geometry of a shape, without its class, identity and history. */
type Geometry =
  | PlacedForm
  | { readonly kind: 'whole' }
  | { readonly kind: 'text'; readonly prompt: string; readonly answer: string }

function geometryInFrame(object: ReadAnnotation, frame: Size): readonly Geometry[] {
  if (object.kind === 'whole') return [{ kind: 'whole' }]
  if (object.kind === 'text') return [{ kind: 'text', prompt: object.prompt, answer: object.answer }]
  return cutForm(formOf(object), frame)
}

/** The geometry of an object alone. */
export function formOf(object: PlacedAnnotation): PlacedForm {
  switch (object.kind) {
    case 'box':
      return { kind: 'box', box: object.box }
    case 'rotated-box':
      return { kind: 'rotated-box', box: object.box }
    case 'polygon':
      return { kind: 'polygon', rings: object.rings }
    case 'polyline':
      return { kind: 'polyline', points: object.points }
    case 'point':
      return { kind: 'point', at: object.at }
    case 'mask':
      return { kind: 'mask', tiles: object.tiles }
    case 'keypoints':
      return { kind: 'keypoints', box: object.box, points: object.points }
  }
}

function skeletonOf({ skeleton, points }: KeypointsAnnotation): Skeleton {
  return skeleton ?? numberedSkeleton(points.length)
}
