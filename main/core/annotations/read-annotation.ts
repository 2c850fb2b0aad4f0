import type { Shape } from '#common/annotation/shape'
import { type Keypoint, numberedSkeleton, type Skeleton } from '#common/annotation/skeleton'
import { pointInFrame } from '#common/annotation/transform'
import { type Box, clipBox } from '#common/geometry/box'
import { clipRings } from '#common/geometry/clip'
import { type Rings, ringsBounds } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { ClassId, ShapeId } from '#common/ids'
import { cleanClassName } from '../projects/rules.ts'

/** One label as a file from outside says it, in pixels of the displayed picture; it may reach beyond the frame. */
export type ReadAnnotation =
  | PlacedAnnotation
  | { readonly className: string; readonly kind: 'whole' }
  | { readonly className: string; readonly kind: 'text'; readonly prompt: string; readonly answer: string }

/** A label that lies somewhere in the picture. */
export type PlacedAnnotation =
  | { readonly className: string; readonly kind: 'box'; readonly box: Box }
  | { readonly className: string; readonly kind: 'polygon'; readonly rings: Rings }
  | KeypointsAnnotation

export interface KeypointsAnnotation {
  readonly className: string
  readonly kind: 'keypoints'
  readonly box: Box
  readonly points: readonly Keypoint[]
  /** As the file names the points; absent where it has numbers alone. */
  readonly skeleton?: Skeleton
}

/** The smallest box around a label. */
export function annotationBounds(object: PlacedAnnotation): Box {
  return object.kind === 'polygon' ? ringsBounds(object.rings) : object.box
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
}

/** What of the objects lies in the picture, cut at its frame; those entirely outside are left out. */
export function draftsInFrame(objects: readonly ReadAnnotation[], frame: Size): Draft[] {
  return objects.flatMap((object) => {
    const geometry = geometryInFrame(object, frame)
    const className = cleanClassName(object.className)
    return geometry ? [{ className, geometry, ...(object.kind === 'keypoints' && skeletonOf(object)) }] : []
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
type Geometry = GeometryOf<Shape>
type GeometryOf<Kind> = Kind extends Shape ? Omit<Kind, 'id' | 'classId' | 'z' | 'origin'> : never

function geometryInFrame(object: ReadAnnotation, frame: Size): Geometry | undefined {
  switch (object.kind) {
    case 'polygon': {
      const rings = clipRings(object.rings, frame)
      return rings.length > 0 ? { kind: 'polygon', rings } : undefined
    }
    case 'box':
    case 'keypoints': {
      const box = clipBox(object.box, frame)
      if (box === undefined || object.kind === 'box') return box && { kind: 'box', box }
      return { kind: 'keypoints', box, points: object.points.map((point) => pointInFrame(point, frame)) }
    }
    case 'whole':
      return { kind: 'whole' }
    case 'text':
      return { kind: 'text', prompt: object.prompt, answer: object.answer }
  }
}

function skeletonOf({ skeleton, points }: KeypointsAnnotation) {
  return { skeleton: skeleton ?? numberedSkeleton(points.length) }
}
