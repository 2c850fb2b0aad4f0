import { type Affine, compose, isAxisAligned, mapBox, scaling, translation } from '#common/geometry/affine'
import { type Box, boxSize, clipBox } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { Edges, Plan, Tone, Warp } from '../plan.ts'

/** Mirrors left and right first if asked, then turns clockwise by quarters. */
export interface Turn {
  readonly kind: 'turn'
  readonly isMirrored: boolean
  readonly quarters: 0 | 1 | 2 | 3
}

/** One act of sharp's. */
export type Operation =
  | { readonly kind: 'shrink'; readonly size: Size }
  | Turn
  | { readonly kind: 'crop'; readonly window: Box }
  | { readonly kind: 'affine'; readonly affine: Affine; readonly from: Size; readonly edges: Edges }
  | {
      readonly kind: 'pad'
      readonly left: number
      readonly top: number
      readonly right: number
      readonly bottom: number
      readonly edges: Edges
    }
  | Tone

/** What sharp has to do for a plan. Nothing for a plan that changes nothing. */
export function operationsFor(plan: Plan): readonly Operation[] {
  if (plan.kind === 'tone') return plan.gain === 1 && plan.offset === 0 ? [] : [plan]
  const content = wholePixels(mapBox(plan.affine, wholeOf(plan.from)))
  if (!isAxisAligned(plan.affine) || content === undefined) return resample(plan)
  const size = boxSize(content)
  const turn = turnOf(plan.affine)
  const upright = turn.quarters % 2 === 0 ? size : { width: size.height, height: size.width }
  return [
    ...scale(plan.from, upright),
    ...(turn.isMirrored || turn.quarters > 0 ? [turn] : []),
    ...place(content, plan),
  ]
}

function scale(from: Size, to: Size): readonly Operation[] {
  const shrunk = { width: Math.min(from.width, to.width), height: Math.min(from.height, to.height) }
  return [
    ...(isSameSize(shrunk, from) ? [] : [{ kind: 'shrink', size: shrunk } as const]),
    ...(isSameSize(shrunk, to) ? [] : enlarge(shrunk, to)),
  ]
}

/**
 * Libvips' own enlarging puts everything half a pixel to the right and below (libvips#943), so the picture is sampled
 * instead. A fringe that repeats the outermost pixels keeps the edges from fading into the background.
 */
function enlarge(from: Size, to: Size): readonly Operation[] {
  const fringed = { width: from.width + 2, height: from.height + 2 }
  const affine = compose(translation(-1, -1), scaling(to.width / from.width, to.height / from.height))
  return [
    { kind: 'pad', left: 1, top: 1, right: 1, bottom: 1, edges: 'reflect' },
    ...resample({ affine, from: fringed, frame: to, edges: 'black' }),
  ]
}

/** Cuts and pads the picture, lying at `content`, to its frame. */
function place(content: Box, { frame, edges }: Warp): readonly Operation[] {
  const seen = clipBox(content, frame)
  if (seen === undefined) throw new RangeError('The picture lies outside its frame')
  const { width, height } = boxSize(seen)
  const [left, top] = [seen.x0 - content.x0, seen.y0 - content.y0]
  const window = { x0: left, y0: top, x1: left + width, y1: top + height }
  const pad = { left: seen.x0, top: seen.y0, right: frame.width - seen.x1, bottom: frame.height - seen.y1 }
  return [
    ...(isSameSize({ width, height }, boxSize(content)) ? [] : [{ kind: 'crop', window } as const]),
    ...(isSameSize({ width, height }, frame) ? [] : [{ kind: 'pad', ...pad, edges } as const]),
  ]
}

/** Any other map: the picture is sampled anew, beyond its frame at first since sharp draws all of it. */
function resample({ affine, from, frame, edges }: Omit<Warp, 'kind'>): readonly Operation[] {
  const { width, height } = boxSize(sampledArea(affine, from))
  const [right, bottom] = [Math.max(0, frame.width - width), Math.max(0, frame.height - height)]
  const [isShort, isLong] = [right > 0 || bottom > 0, width > frame.width || height > frame.height]
  return [
    { kind: 'affine', affine, from, edges },
    ...(isShort ? [{ kind: 'pad', left: 0, top: 0, right, bottom, edges } as const] : []),
    ...(isLong ? [{ kind: 'crop', window: wholeOf(frame) } as const] : []),
  ]
}

/** The area that libvips draws for an affine map, before any shift: the bounds of the corners, each rounded. */
export function sampledArea({ a, b, c, d }: Affine, from: Size): Box {
  const { x0, y0, x1, y1 } = mapBox({ a, b, c, d, e: 0, f: 0 }, wholeOf(from))
  const [left, top] = [roundAway(x0), roundAway(y0)]
  return { x0: left, y0: top, x1: left + roundAway(x1 - x0), y1: top + roundAway(y1 - y0) }
}

function roundAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}

function wholePixels({ x0, y0, x1, y1 }: Box): Box | undefined {
  const rounded = { x0: Math.round(x0), y0: Math.round(y0), x1: Math.round(x1), y1: Math.round(y1) }
  const gaps = [rounded.x0 - x0, rounded.y0 - y0, rounded.x1 - x1, rounded.y1 - y1]
  return gaps.every((gap) => Math.abs(gap) < 1e-6) ? rounded : undefined
}

/** Of the eight ways to lay a picture down, the one of an axis-aligned map. */
function turnOf({ a, b, c, d }: Affine): Turn {
  const isMirrored = a * d - b * c < 0
  if (c === 0) return { kind: 'turn', isMirrored, quarters: d > 0 ? 0 : 2 }
  return { kind: 'turn', isMirrored, quarters: c < 0 ? 1 : 3 }
}

function wholeOf({ width, height }: Size): Box {
  return { x0: 0, y0: 0, x1: width, y1: height }
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}
