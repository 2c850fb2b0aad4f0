import Flatbush from 'flatbush'
import type { Box } from '#common/geometry/box'
import type { ShapeId } from '#common/ids'

/** Facts that an index needs about a shape. */
export interface Indexed {
  readonly id: ShapeId
  readonly bounds: Box
}

/** Where shapes lie. What changed since the tree was built stands beside it, until it is built anew. */
export interface SceneIndex {
  readonly tree: Flatbush | undefined
  /** The shapes of the tree; some may be gone. */
  readonly ids: readonly ShapeId[]
  /** Shapes that lie elsewhere than the tree says, or that it does not know. */
  readonly dirty: ReadonlyMap<ShapeId, Box>
}

/** Looking through more changed shapes than this takes longer than it should. */
const MOST_DIRTY = 512

export function buildIndex(shapes: readonly Indexed[]): SceneIndex {
  if (shapes.length === 0) return { tree: undefined, ids: [], dirty: new Map() }
  const tree = new Flatbush(shapes.length)
  for (const { bounds } of shapes) tree.add(bounds.x0, bounds.y0, bounds.x1, bounds.y1)
  tree.finish()
  return { tree, ids: shapes.map(({ id }) => id), dirty: new Map() }
}

/** The index after some shapes came or moved; those that went may stay in it. Undefined when it is better built anew. */
export function withChanged(index: SceneIndex, changed: readonly Indexed[]): SceneIndex | undefined {
  if (changed.length === 0) return index
  if (index.dirty.size + changed.length > MOST_DIRTY) return undefined
  const dirty = new Map(index.dirty)
  for (const { id, bounds } of changed) dirty.set(id, bounds)
  return { ...index, dirty }
}

/** Tells of each shape whose bounds touch the box, in no order, until it is told to stop by `false`. */
export function visitTouching(
  { tree, ids, dirty }: SceneIndex,
  { x0, y0, x1, y1 }: Box,
  visit: (id: ShapeId) => boolean,
): void {
  let goesOn = true
  const tell = (id: ShapeId) => {
    goesOn &&= visit(id)
  }
  // The tree asks whom to take: nobody, since each is told of at once.
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
