/** Why areas were left as they are. */
export type OutlineRefusal =
  /** Two or more areas are needed. */
  | 'too-few'
  /** An area is needed; lines, points and keypoints are none. */
  | 'no-area'
  | 'locked'
  /** Nothing of the shape would be left. */
  | 'nothing-left'
  /** Nothing belongs to all of them. */
  | 'nothing-common'
  /** They do not overlap: what is taken away lies beside. */
  | 'apart'
  /** The line goes through none of them. */
  | 'not-cut'
  /** The last point lies on no vertex of another shape, so that there is no border to copy. */
  | 'no-neighbour'
  /** The line crosses itself. */
  | 'tangled-cut'
