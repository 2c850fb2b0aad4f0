import Flatbush from 'flatbush'
import type { Box } from '#common/geometry/box'
import type { ShapeId } from '#common/ids'

/** The parts of a shape that the index needs. */
export interface Indexed {
  readonly id: ShapeId
  readonly bounds: Box
}

/** Spatial index of shapes. Changes since the tree was built are kept beside it until it is rebuilt. */
export interface SceneIndex {
  readonly tree: Flatbush | undefined
  /** The shapes in the tree; some may have been deleted since. */
  readonly ids: readonly ShapeId[]
  /** Shapes that moved or were added since the tree was built. */
  readonly dirty: ReadonlyMap<ShapeId, Box>
}

/** Above this number, scanning the changed shapes takes too long. */
const MOST_DIRTY = 512

export function buildIndex(shapes: readonly Indexed[]): SceneIndex {
  if (shapes.length === 0) return { tree: undefined, ids: [], dirty: new Map() }
  const tree = new Flatbush(shapes.length)
  for (const { bounds } of shapes) tree.add(bounds.x0, bounds.y0, bounds.x1, bounds.y1)
  tree.finish()
  return { tree, ids: shapes.map(({ id }) => id), dirty: new Map() }
}

/**
 * Returns the index after shapes were added or moved; deleted ones may stay in it. Undefined when it should be rebuilt
 * instead.
 */
export function withChanged(index: SceneIndex, changed: readonly Indexed[]): SceneIndex | undefined {
  if (changed.length === 0) return index
  if (index.dirty.size + changed.length > MOST_DIRTY) return undefined
  const dirty = new Map(index.dirty)
  for (const { id, bounds } of changed) dirty.set(id, bounds)
  return { ...index, dirty }
}

/** Visits each shape whose bounds touch the box, in no particular order, until the visitor returns false. */
export function visitTouching(
  { tree, ids, dirty }: SceneIndex,
  { x0, y0, x1, y1 }: Box,
  visit: (id: ShapeId) => boolean,
): void {
  let goesOn = true
  const tell = (id: ShapeId) => {
    goesOn &&= visit(id)
  }
  // The filter visits each shape and rejects it, so that the tree collects no results.
  tree?.search(x0, y0, x1, y1, (place) => {
    const id = ids[place]
    if (goesOn && id !== undefined && !dirty.has(id)) tell(id)
    return false
  })
  for (const [id, box] of dirty) {
    if (!goesOn) return
    if (box.x0 <= x1 && box.x1 >= x0 && box.y0 <= y1 && box.y1 >= y0) tell(id)
  }
}
