import type { ClassId } from '#common/ids'

/** The order after one class was put where another one stands, those in between moving up or down. */
export function movedTo(order: readonly ClassId[], moved: ClassId, place: number): readonly ClassId[] {
  const others = order.filter((id) => id !== moved)
  return [...others.slice(0, place), moved, ...others.slice(place)]
}
