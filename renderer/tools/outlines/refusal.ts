/** Reasons why an edit of areas is refused. */
export type OutlineRefusal =
  /** Two or more areas are needed. */
  | 'too-few'
  /** An area is needed, and lines, points and keypoints are not areas. */
  | 'no-area'
  | 'locked'
  /** Nothing of the shape would be left. */
  | 'nothing-left'
  /** The areas have no intersection. */
  | 'nothing-common'
  /** The areas do not overlap, so nothing would be subtracted. */
  | 'apart'
  /** The line crosses none of them. */
  | 'not-cut'
  /** The last point is not on a vertex of another shape, so there is no border to copy. */
  | 'no-neighbour'
  /** The line crosses itself. */
  | 'tangled-cut'
