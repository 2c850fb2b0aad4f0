import { cutForm } from '#common/annotation/cut'
import { type PlacedForm, type Shape, shapeBounds } from '#common/annotation/shape'
import { numberedSkeleton, type Skeleton } from '#common/annotation/skeleton'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ClassId, ShapeId } from '#common/ids'
import { cleanClassName } from '../projects/rules.ts'

/** One label as a file from outside says it, in pixels of the displayed picture; it may reach beyond the frame. */
export type ReadAnnotation =
  | PlacedAnnotation
  | (Scored & { readonly className: string; readonly kind: 'whole' })
  | (Scored & { readonly className: string; readonly kind: 'text'; readonly prompt: string; readonly answer: string })

/** A label that lies somewhere in the picture. */
export type PlacedAnnotation = BareAnnotation | KeypointsAnnotation

type BareAnnotation = Scored & { readonly className: string } & Exclude<PlacedForm, KeypointsForm>
type KeypointsForm = Extract<PlacedForm, { readonly kind: 'keypoints' }>

export interface KeypointsAnnotation extends Scored, KeypointsForm {
  readonly className: string
  /** As the file names the points; absent where it has numbers alone. */
  readonly skeleton?: Skeleton
}

interface Scored {
  /** How sure the one who made it is, as the file says it; 0…1 is not checked. */
  readonly score?: number
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

/** A label that is still without its class's identifier. */
export interface Draft {
  readonly className: string
  readonly geometry: Geometry
  readonly skeleton?: Skeleton
  readonly score?: number | undefined
}

/** What of the objects lies in the picture, cut at its frame; those entirely outside are left out. */
export function draftsInFrame(objects: readonly ReadAnnotation[], frame: Size): Draft[] {
  return objects.flatMap((object) => {
    const { className, score } = object
    return geometryInFrame(object, frame).map((geometry) => {
      const draft = { className: cleanClassName(className), geometry, score }
      return object.kind === 'keypoints' ? { ...draft, skeleton: skeletonOf(object) } : draft
    })
  })
}

/** Shapes in drawing order. Every class of the drafts must be among the classes. */
export function toShapes(drafts: readonly Draft[], classes: readonly NamedClass[], fresh: () => ShapeId): Shape[] {
  const byName = new Map(classes.map(({ name, id }) => [name, id]))
  return drafts.map(({ className, geometry }, z) => {
    const classId = byName.get(className)
    if (classId === undefined) throw new Error(`The class "${className}" was not made`)
    return { id: fresh(), classId, z, origin: 'import', ...geometry }
  })
}

interface NamedClass {
  readonly id: ClassId
  readonly name: string
}

/** What a shape says beside its class, identity and history. */
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
