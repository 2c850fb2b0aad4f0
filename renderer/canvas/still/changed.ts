import type { ShapeId } from '#common/ids'
import { commonHead, commonTail, differingPlaces } from '../common-ends.ts'
import type { SceneShape } from '../scene.ts'
import { isDrawnAlike } from './detail.ts'

type Shapes = readonly SceneShape[]

/** Returns the shapes that differ between two scenes, in both states: removed, added or drawn differently. */
export function changedShapes(before: Shapes, after: Shapes): Shapes {
  if (before === after) return []
  if (before.length === after.length) return changedInPlace(before, after)
  const head = commonHead(before, after, isSame)
  const tail = commonTail(before, after, { head, isSame })
  return [...before.slice(head, before.length - tail), ...after.slice(head, after.length - tail)]
}

function changedInPlace(before: Shapes, after: Shapes): Shapes {
  return differingPlaces(before, after).flatMap((place) => {
    const [old, shape] = [before[place], after[place]]
    return old && shape && !isSame(old, shape) ? [old, shape] : []
  })
}

/** Returns whether two shapes have the same id and are drawn alike. */
export function isSame(a: SceneShape, b: SceneShape): boolean {
  return a === b || (a.id === b.id && isDrawnAlike(a, b))
}

/** Returns the members of only one of two sets. */
export function changedIds(before: ReadonlySet<ShapeId>, after: ReadonlySet<ShapeId>): ReadonlySet<ShapeId> {
  return before === after ? new Set() : before.symmetricDifference(after)
}
