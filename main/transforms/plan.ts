import { type Affine, compose, scaling, translation } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { Pixels } from './raster.ts'

/** Fill where a frame extends beyond its image. A number is a gray value. */
export type Edges = 'black' | 'white' | 'reflect' | number

/** Maps image and annotations from the frame `from`, and keeps what is in the new frame. */
export interface Warp {
  readonly kind: 'warp'
  readonly affine: Affine
  readonly from: Size
  readonly frame: Size
  readonly edges: Edges
}

/** Changes channel values and no annotation: `v' = gain·v + offset`, clamped to 0…255. */
export interface Tone {
  readonly kind: 'tone'
  readonly gain: number
  readonly offset: number
}

/** A Gaussian blur, which moves no annotation. */
export interface Blur {
  readonly kind: 'blur'
  /** Standard deviation in pixels, at least 0.3. */
  readonly sigma: number
}

/** Changes colors in place, and no annotation. */
export interface Recolour {
  readonly kind: 'recolour'
  /** Changes the values in place. */
  readonly edit: (pixels: Pixels) => void
}

/** Draws black rectangles. An object that one of them hides completely loses its annotation. */
export interface Cover {
  readonly kind: 'cover'
  /** In whole pixels, inside the frame. */
  readonly boxes: readonly Box[]
}

/** Changes pixels inside the boxes of objects, one after the other. */
export interface Regions {
  readonly kind: 'regions'
  readonly regions: readonly Region[]
}

export interface Region {
  /** The object in the box. Its outline and points move with the pixels. */
  readonly shapeId: ShapeId
  /** In whole pixels, inside the frame. */
  readonly box: Box
  /** Planned for a frame of the size of the box. */
  readonly plan: Exclude<Plan, Cover | Regions>
}

/** The plan of a step for an image. Pixels and annotations follow the same plan, so they cannot disagree. */
export type Plan = Warp | Tone | Blur | Recolour | Cover | Regions

/** Returns a warp that keeps the canvas; uncovered corners become black. */
export function warpWithin(frame: Size, affine: Affine): Warp {
  return { kind: 'warp', affine, from: frame, frame, edges: 'black' }
}

/** Returns a warp that crops a window of whole pixels. Parts outside the frame are filled. */
export function cutOut(from: Size, { x0, y0, x1, y1 }: Box, edges: Edges): Warp {
  return { kind: 'warp', affine: translation(-x0, -y0), from, frame: { width: x1 - x0, height: y1 - y0 }, edges }
}

/** Returns a warp that scales the image to `content` and centers it in the frame; an odd pixel goes right and below. */
export function placeCentred(from: Size, content: Size, { frame, edges }: Pick<Warp, 'frame' | 'edges'>): Warp {
  const scale = scaling(content.width / from.width, content.height / from.height)
  const left = Math.floor((frame.width - content.width) / 2)
  const top = Math.floor((frame.height - content.height) / 2)
  return { kind: 'warp', affine: compose(scale, translation(left, top)), from, frame, edges }
}

/** Returns whether a plan changes anything; a resize to the same size does not. */
export function changesPixels(plan: Plan): boolean {
  if (plan.kind !== 'warp') return true
  const { affine, from, frame } = plan
  const [a, b, c, d, e, f] = [affine.a, affine.b, affine.c, affine.d, affine.e, affine.f]
  const isIdentity = a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0
  return !(isIdentity && from.width === frame.width && from.height === frame.height)
}

/** Returns the frame after a plan. */
export function frameAfter(plan: Plan, frame: Size): Size {
  return plan.kind === 'warp' ? plan.frame : frame
}

/** Returns a warp of a region's contents stretched back to the region, and any other plan unchanged. */
export function intoRegion(plan: Region['plan'], { width, height }: Size): Region['plan'] {
  if (plan.kind !== 'warp') return plan
  const back = scaling(width / plan.frame.width, height / plan.frame.height)
  return { ...plan, affine: compose(plan.affine, back), frame: { width, height } }
}
