import type { PolygonShape, Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import { type Box, clipBox } from '#common/geometry/box'
import { clipRings } from '#common/geometry/clip'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { cleanClassName } from '../projects/rules.ts'

/** One object as a file from outside says it, in pixels of the displayed picture; it may reach beyond the frame. */
export type ReadAnnotation =
  | { readonly className: string; readonly kind: 'box'; readonly box: Box }
  | { readonly className: string; readonly kind: 'polygon'; readonly rings: Rings }

interface Into {
  readonly classes: readonly LabelClass[]
  readonly frame: Size
  readonly fresh: () => ShapeId
}

/** Turns read objects into shapes: cut at the frame, those entirely outside left out. */
export function toShapes(
  objects: readonly ReadAnnotation[],
  { classes, frame, fresh }: Into,
): Result<Shape[], Refusal> {
  const byName = new Map(classes.map((known) => [known.name, known.id]))
  const shapes: Shape[] = []
  for (const [z, object] of objects.entries()) {
    const classId = byName.get(cleanClassName(object.className))
    if (classId === undefined) return refuse('class-not-found', `The class "${object.className}" could not be made`)
    const common = { id: fresh(), classId, z, origin: 'import' as const }
    const geometry = geometryInFrame(object, frame)
    if (geometry) shapes.push({ ...common, ...geometry })
  }
  return ok(shapes)
}

function geometryInFrame(
  object: ReadAnnotation,
  frame: Size,
): BoxGeometry | Pick<PolygonShape, 'kind' | 'rings'> | undefined {
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
