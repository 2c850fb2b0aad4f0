import type { PlacedShape } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'

interface Picked {
  readonly before: readonly ShapeId[]
  readonly next: readonly ShapeId[]
  /** Added to what is selected, or taken from it. */
  readonly isAdding: boolean
  /** One shape alone, whatever its group. */
  readonly isAlone: boolean
}

/** The selection after picking shapes: all of a group, unless one shape is meant alone. */
export function withGroups(
  { before, next, isAdding, isAlone }: Picked,
  shapes: readonly Pick<PlacedShape, 'id' | 'group'>[],
): readonly ShapeId[] {
  if (isAlone || next.length === 0) return next
  const groupOf = new Map(shapes.flatMap(({ id, group }) => (group === undefined ? [] : [[id, group] as const])))
  if (groupOf.size === 0) return next
  const dropped = groupsOf(isAdding ? before.filter((id) => !next.includes(id)) : [], groupOf)
  const kept = next.filter((id) => !dropped.has(groupOf.get(id)))
  const wanted = groupsOf(kept, groupOf)
  const known = new Set(kept)
  const mates = shapes.filter(({ id, group }) => group !== undefined && wanted.has(group) && !known.has(id))
  return [...mates.map(({ id }) => id), ...kept]
}

function groupsOf(ids: readonly ShapeId[], groupOf: ReadonlyMap<ShapeId, string>): ReadonlySet<string | undefined> {
  return new Set(ids.flatMap((id) => groupOf.get(id) ?? []))
}
