import { z } from 'zod'
import { type Marks, marks, marksOf } from '#common/annotation/marks'
import { type Shape, ShapeOrigin } from '#common/annotation/shape'
import { ShapeId } from '#common/ids'

/**
 * Marks of an annotation besides its class and its place, as stations exchange them: attributes by the identifiers that its class gives
 * them.
 */
export const StationMarks = z.object({ id: ShapeId, z: z.number(), origin: ShapeOrigin, ...marks }).readonly()
export type StationMarks = z.infer<typeof StationMarks>

export function stationMarksOf(shape: Shape): StationMarks {
  const { id, z: order, origin } = shape
  return { id, z: order, origin, ...marksOf(shape) }
}

/** Without the attributes: their identifiers mean something at one station alone. */
export function withoutAttributes(own: StationMarks): StationMarks {
  const { attributes: _, ...others } = own
  return others
}

/**
 * Marks that a person added to an annotation and that a server without these marks forgets, in words for a sentence; none when both have
 * the same.
 */
export function marksAdded(before: Marks | null, after: Marks): readonly ('lock' | 'crowd' | 'group' | 'attributes')[] {
  const [had, has] = [marksOf(before ?? {}), marksOf(after)]
  return [
    ...(has.isLocked && !had.isLocked ? (['lock'] as const) : []),
    ...(has.crowd && !had.crowd ? (['crowd'] as const) : []),
    ...(has.group !== undefined && has.group !== had.group ? (['group'] as const) : []),
    ...(has.attributes && JSON.stringify(has.attributes) !== JSON.stringify(had.attributes)
      ? (['attributes'] as const)
      : []),
  ]
}
