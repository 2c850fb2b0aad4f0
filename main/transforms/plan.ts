import { type Affine, compose, scaling, translation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'

/** What is shown where a frame reaches beyond its picture. */
export type Edges = 'black' | 'white' | 'reflect'

/** Moves picture and labels alike: the frame `from` is mapped, and what falls into the new frame is kept. */
export interface Warp {
  readonly kind: 'warp'
  readonly affine: Affine
  readonly from: Size
  readonly frame: Size
  readonly edges: Edges
}

/** Changes every channel value and no label: `v' = gain·v + offset`, cut to 0…255. */
export interface Tone {
  readonly kind: 'tone'
  readonly gain: number
  readonly offset: number
}

/** What a step wants done. The pixels and the labels are made from the same plan, so they cannot disagree. */
export type Plan = Warp | Tone

/** A warp that keeps the canvas; uncovered corners are black. */
export function warpWithin(frame: Size, affine: Affine): Warp {
  return { kind: 'warp', affine, from: frame, frame, edges: 'black' }
}

/** Scales the whole picture to `content` and puts that in the middle of the frame; an odd pixel goes right and below. */
export function placeCentred(from: Size, content: Size, { frame, edges }: Pick<Warp, 'frame' | 'edges'>): Warp {
  const scale = scaling(content.width / from.width, content.height / from.height)
  const left = Math.floor((frame.width - content.width) / 2)
  const top = Math.floor((frame.height - content.height) / 2)
  return { kind: 'warp', affine: compose(scale, translation(left, top)), from, frame, edges }
}

/** The frame after a plan. */
export function frameAfter(plan: Plan, frame: Size): Size {
  return plan.kind === 'warp' ? plan.frame : frame
}
