import type { PolygonShape, Shape } from '#common/annotation/shape'
import { type Box, clipBox } from '#common/geometry/box'
import { clipRings } from '#common/geometry/clip'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { ClassId, ShapeId } from '#common/ids'
import { cleanClassName } from '../projects/rules.ts'

/** One object as a file from outside says it, in pixels of the displayed picture; it may reach beyond the frame. */
export type ReadAnnotation = Scored &
  (
    | { readonly className: string; readonly kind: 'box'; readonly box: Box }
    | { readonly className: string; readonly kind: 'polygon'; readonly rings: Rings }
  )

interface Scored {
  /** How sure the one who made it is, as the file says it; 0…1 is not checked. */
  readonly score?: number
}

/** A class name as files spell it: `/ . [ ] # ~ *` become dashes, white space one space, nothing becomes "object". */
export function importedClassName(raw: string): string {
  const clean = cleanClassName(raw.replace(/[/.[\]#~*]/g, '-'))
  return clean === '' ? 'object' : clean
}

/** An object that is still without its class's identifier. */
export interface Draft {
  readonly className: string
  readonly geometry: Geometry
  readonly score?: number | undefined
}

/** What of the objects lies in the picture, cut at its frame; those entirely outside are left out. */
export function draftsInFrame(objects: readonly ReadAnnotation[], frame: Size): Draft[] {
  return objects.flatMap((object) => {
    const geometry = geometryInFrame(object, frame)
    return geometry ? [{ className: cleanClassName(object.className), geometry, score: object.score }] : []
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

type Geometry = BoxGeometry | Pick<PolygonShape, 'kind' | 'rings'>

function geometryInFrame(object: ReadAnnotation, frame: Size): Geometry | undefined {
  if (object.kind === 'box') {
    const box = clipBox(object.box, frame)
    return box && { kind: 'box', box }
  }
  const rings = clipRings(object.rings, frame)
  return rings.length > 0 ? { kind: 'polygon', rings } : undefined
}

interface BoxGeometry {
  readonly kind: 'box'
  readonly box: Box
}
