import type { Edit } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { crossesItself } from '#common/annotation/lint/crossing'
import type { PolygonShape } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'
import { err, ok, type Result } from '#common/result'
import { untangledRings } from './boolean.ts'
import { withOutline } from './outline-shape.ts'
import type { OutlineRefusal } from './refusal.ts'

/** The first shape that an edit leaves with an outline that crosses itself. */
export function crossingShape({ changes }: Edit): ShapeId | undefined {
  return changes.find(({ after }) => after?.kind === 'polygon' && after.rings.some(crossesItself))?.after?.id
}

/** The polygon with the same area and an outline that does not cross itself. */
export function untangleEdit(shape: PolygonShape): Result<Edit, OutlineRefusal> {
  if (shape.isLocked === true) return err('locked')
  const rings = untangledRings(shape.rings)
  if (rings.length === 0) return err('nothing-left')
  return ok({ label: editName('edit-untangle'), changes: [{ before: shape, after: withOutline(shape, rings) }] })
}
