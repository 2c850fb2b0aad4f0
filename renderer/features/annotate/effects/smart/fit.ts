import { shapeIou } from '#common/annotation/overlap'
import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import type { SegmentCandidate } from '#common/contract/segment'
import type { Box } from '#common/geometry/box'
import { maskOfRings } from '#common/geometry/mask-forms'
import { type Rings, ringsBounds } from '#common/geometry/polygon'
import { smallestBoxAround } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import { detailedRings } from '#renderer/tools/detail'
import { isTooSmall, rounded } from '#renderer/tools/frame'

/** Least overlap of a fit with its annotation; below it, the fit is another object. */
const LEAST_SHARE = 0.05

export interface Fitting {
  readonly frame: Size
  readonly detail: number
  /** The label comes from another image: of two good candidates the one that is more like it is meant. */
  readonly isCarried: boolean
}

/** Whether a label of this kind can be fitted to what lies in it: lines and points enclose nothing. */
export function canBeFitted({ kind, isLocked }: PlacedShape): boolean {
  return isLocked !== true && (kind === 'box' || kind === 'rotated-box' || kind === 'polygon' || kind === 'mask')
}

/** The label around the best candidate in its place; undefined when there is none. */
export function fitted(
  shape: PlacedShape,
  candidates: readonly SegmentCandidate[],
  fitting: Fitting,
): PlacedShape | undefined {
  const [best] = candidates
    .flatMap(({ rings, score }) => {
      const after = around(shape, rings, fitting)
      const share = after && !isTooSmall(shapeBounds(after)) ? shapeIou(shape, after) : 0
      return after && share >= LEAST_SHARE ? [{ after, merit: fitting.isCarried ? score * share : score }] : []
    })
    .toSorted((a, b) => b.merit - a.merit)
  return best?.after
}

/** The same label with the form of its kind that lies around an outline. */
function around(shape: PlacedShape, rings: Rings, { frame, detail }: Fitting): PlacedShape | undefined {
  switch (shape.kind) {
    case 'box':
      return { ...shape, box: roundedBox(ringsBounds(rings)) }
    case 'rotated-box': {
      const box = smallestBoxAround(rings, shape.box.angle)
      return box && { ...shape, box }
    }
    case 'polygon':
      return { ...shape, rings: detailedRings(rings, detail) }
    case 'mask':
      return { ...shape, tiles: maskOfRings(rings, frame) }
    case 'polyline':
    case 'point':
    case 'keypoints':
      return undefined
  }
}

function roundedBox({ x0, y0, x1, y1 }: Box): Box {
  return { x0: rounded(x0), y0: rounded(y0), x1: rounded(x1), y1: rounded(y1) }
}
