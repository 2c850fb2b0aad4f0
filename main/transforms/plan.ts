import { type Affine, compose, scaling, translation } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { Pixels } from './raster.ts'

/** The fill where a frame reaches beyond its image; a number is a grey value. */
export type Edges = 'black' | 'white' | 'reflect' | number

/** Moves image and labels alike: the frame `from` is mapped, and what falls into the new frame is kept. */
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

/** A Gaussian blur; no label moves. */
export interface Blur {
  readonly kind: 'blur'
  /** Standard deviation in pixels, at least 0.3. */
  readonly sigma: number
}

/** Changes colours where they are, and no label. */
export interface Recolour {
  readonly kind: 'recolour'
  /** Works on the values in place. */
  readonly edit: (pixels: Pixels) => void
}

/** Black rectangles over the image. An object that one of them hides wholly loses its label. */
export interface Cover {
  readonly kind: 'cover'
  /** In whole pixels, inside the frame. */
  readonly boxes: readonly Box[]
}

/** Changes inside the boxes of objects, one after the other; what lies outside of a box stays. */
export interface Regions {
  readonly kind: 'regions'
  readonly regions: readonly Region[]
}

export interface Region {
  /** The object that it surrounds, whose inner places move with the pixels. */
  readonly shapeId: ShapeId
  /** In whole pixels, inside the frame. */
  readonly box: Box
  /** Planned for a frame of the size of the box. */
  readonly plan: Exclude<Plan, Cover | Regions>
}

/** A step's plan for an image. The pixels and the annotations are made from the same plan, so they cannot disagree. */
export type Plan = Warp | Tone | Blur | Recolour | Cover | Regions

/** A warp that keeps the canvas; uncovered corners are black. */
export function warpWithin(frame: Size, affine: Affine): Warp {
  return { kind: 'warp', affine, from: frame, frame, edges: 'black' }
}

/** Cuts a window in whole pixels out of a frame; where it reaches beyond, the edges are filled. */
export function cutOut(from: Size, { x0, y0, x1, y1 }: Box, edges: Edges): Warp {
  return { kind: 'warp', affine: translation(-x0, -y0), from, frame: { width: x1 - x0, height: y1 - y0 }, edges }
}

/** Scales the whole image to `content` and puts that in the middle of the frame; an odd pixel goes right and below. */
export function placeCentred(from: Size, content: Size, { frame, edges }: Pick<Warp, 'frame' | 'edges'>): Warp {
  const scale = scaling(content.width / from.width, content.height / from.height)
  const left = Math.floor((frame.width - content.width) / 2)
  const top = Math.floor((frame.height - content.height) / 2)
  return { kind: 'warp', affine: compose(scale, translation(left, top)), from, frame, edges }
}

/** Whether a plan does anything at all: a size that an image has already leaves it as it is. */
export function changesPixels(plan: Plan): boolean {
  if (plan.kind !== 'warp') return true
  const { affine, from, frame } = plan
  const [a, b, c, d, e, f] = [affine.a, affine.b, affine.c, affine.d, affine.e, affine.f]
  const isIdentity = a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0
  return !(isIdentity && from.width === frame.width && from.height === frame.height)
}

/** The frame after a plan. */
export function frameAfter(plan: Plan, frame: Size): Size {
  return plan.kind === 'warp' ? plan.frame : frame
}

/** A warp of a region's contents that is stretched back into the region; of any other plan that plan itself. */
export function intoRegion(plan: Region['plan'], { width, height }: Size): Region['plan'] {
  if (plan.kind !== 'warp') return plan
  const back = scaling(width / plan.frame.width, height / plan.frame.height)
  return { ...plan, affine: compose(plan.affine, back), frame: { width, height } }
}
