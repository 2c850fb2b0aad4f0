import type { SegmentCandidate } from '#common/contract/segment'
import { maskOfRings } from '#common/geometry/mask-forms'
import { type Rings, ringsBounds } from '#common/geometry/polygon'
import { smallestBoxAround } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import { detailedRings } from '../detail.ts'
import type { Outline } from '../tool.ts'
import { type CutFinish, finishedRings, type Neighbours } from './finish.ts'

/** Kinds of shapes in which a result can be kept. */
export const KEPT_FORMS = ['polygon', 'mask', 'box', 'rotated-box'] as const
export type KeptForm = (typeof KEPT_FORMS)[number]

/** Settings for keeping results. */
export interface Keeping {
  readonly frame: Size
  /** 0 is the coarsest, 10 keeps every point. */
  readonly detail: number
  readonly keepAs: KeptForm
  readonly finish: CutFinish
  /** Shapes whose pixels a result leaves out; undefined if it may overlap them. */
  readonly neighbours: Neighbours | undefined
}

interface Cut {
  readonly candidates: readonly SegmentCandidate[]
  readonly chosen: number
}

/**
 * Returns the outline of the chosen candidate at full detail; undefined when there is none, or nothing is left of it.
 */
export function wholeRings({ candidates, chosen }: Cut, context: Keeping): Rings | undefined {
  const candidate = candidates[chosen]
  const rings = candidate && finishedRings(candidate.rings, context.finish, context.neighbours)
  return rings && rings.length > 0 ? rings : undefined
}

/** Returns the outline at the chosen detail. */
export function cutRings(cut: Cut, context: Keeping): Rings | undefined {
  const rings = wholeRings(cut, context)
  return rings && context.keepAs === 'polygon' ? detailedRings(rings, context.detail) : rings
}

/** Returns the outline that accepting would make now. */
export function proposedOutline(cut: Cut, keeping: Keeping): Outline | undefined {
  const rings = cutRings(cut, keeping)
  return rings && formOf(rings, keeping)
}

function formOf(rings: Rings, { keepAs, frame }: Pick<Keeping, 'keepAs' | 'frame'>): Outline | undefined {
  switch (keepAs) {
    case 'polygon':
      return { kind: 'polygon', rings }
    case 'box':
      return { kind: 'box', box: ringsBounds(rings) }
    case 'rotated-box': {
      const box = smallestBoxAround(rings)
      return box && { kind: 'rotated-box', box }
    }
    case 'mask': {
      const tiles = maskOfRings(rings, frame)
      return tiles.length > 0 ? { kind: 'mask', tiles } : undefined
    }
  }
}
