import {
  type Affine,
  compose,
  invertAffine,
  isAxisAligned,
  mapBox,
  scaling,
  translation,
} from '#common/geometry/affine'
import { type Box, boxArea, boxSize, clipBox } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { Plan, Warp } from '../plan.ts'
import type { Operation, Turn } from './operation.ts'
import { hideUnder, recolourRegions } from './regions.ts'
import { sampledArea } from './sampled-area.ts'

/** Returns the operations that carry out a plan; none if it changes nothing. */
export function operationsFor(plan: Plan): readonly Operation[] {
  switch (plan.kind) {
    case 'tone':
      return plan.gain === 1 && plan.offset === 0 ? [] : [plan]
    case 'blur':
      return [plan]
    case 'recolour':
      return [{ kind: 'edit', edit: plan.edit }]
    case 'cover':
      return [{ kind: 'edit', edit: (pixels) => hideUnder(pixels, plan.boxes) }]
    case 'regions':
      return [{ kind: 'edit', edit: (pixels) => recolourRegions(pixels, plan.regions) }]
    case 'warp':
      return warp(plan)
  }
}

function warp(plan: Warp): readonly Operation[] {
  const content = wholePixels(mapBox(plan.affine, wholeOf(plan.from)))
  if (!isAxisAligned(plan.affine) || content === undefined || isMagnified(content, plan)) return resample(plan)
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
 * The enlargement of libvips shifts the image by half a pixel to the right and down (libvips#943), so the image is
 * resampled instead.
 */
function enlarge(from: Size, to: Size): readonly Operation[] {
  const affine = scaling(to.width / from.width, to.height / from.height)
  return resample({ affine, from, frame: to, edges: 'black' })
}

/** Most of the enlarged image is outside the frame, and may be thousands of times as large, so it is not made. */
function isMagnified(content: Box, { affine: { a, b, c, d }, frame, edges }: Warp): boolean {
  const isEnlarged = Math.abs(a + c) > 1 && Math.abs(b + d) > 1
  return isEnlarged && edges !== 'reflect' && boxArea(content) > boxArea(wholeOf(frame))
}

/** Crops and pads the image, which is at `content`, to its frame. */
function place(content: Box, { frame, edges }: Warp): readonly Operation[] {
  const seen = clipBox(content, frame)
  if (seen === undefined) throw new RangeError('The image lies outside its frame')
  if (edges === 'reflect' && !isSameSize(boxSize(seen), boxSize(content))) return reflect(content, frame)
  const { width, height } = boxSize(seen)
  const [left, top] = [seen.x0 - content.x0, seen.y0 - content.y0]
  const window = { x0: left, y0: top, x1: left + width, y1: top + height }
  const pad = { left: seen.x0, top: seen.y0, right: frame.width - seen.x1, bottom: frame.height - seen.y1 }
  return [
    ...(isSameSize({ width, height }, boxSize(content)) ? [] : [{ kind: 'crop', window } as const]),
    ...(isSameSize({ width, height }, frame) ? [] : [{ kind: 'pad', ...pad, edges } as const]),
  ]
}

/**
 * Cuts a window over the mirrored edge. The whole image is mirrored before it is cropped, so that a sliver does not
 * mirror itself.
 */
function reflect({ x0, y0, x1, y1 }: Box, { width, height }: Size): readonly Operation[] {
  const [left, top] = [Math.max(0, x0), Math.max(0, y0)]
  const [right, bottom] = [Math.max(0, width - x1), Math.max(0, height - y1)]
  const [x, y] = [left - x0, top - y0]
  return [
    { kind: 'pad', left, top, right, bottom, edges: 'reflect' },
    { kind: 'crop', window: { x0: x, y0: y, x1: x + width, y1: y + height } },
  ]
}

/** Resamples for any other map. Crops the parts that the frame does not show first, since sharp would draw them too. */
function resample(warp: Omit<Warp, 'kind'>): readonly Operation[] {
  const { affine, from, frame } = warp
  const window = neededOf(affine, from, frame) ?? wholeOf(from)
  const size = boxSize(window)
  const shown = { ...warp, affine: compose(translation(window.x0, window.y0), affine), from: size }
  return [
    ...(isSameSize(size, from) ? [] : [{ kind: 'crop', window } as const]),
    ...(fillsFrame(shown) ? sampleWithFringe(shown) : sample(shown)),
  ]
}

/** Returns whether the image reaches every edge of the frame. */
function fillsFrame({ affine, from, frame }: Omit<Warp, 'kind'>): boolean {
  const { x0, y0, x1, y1 } = mapBox(affine, wholeOf(from))
  return isAxisAligned(affine) && Math.max(x0, y0, frame.width - x1, frame.height - y1) < 1e-6
}

/** Extends the image by its outermost pixels, so that its edges do not fade into the background. */
function sampleWithFringe({ affine, from, frame, edges }: Omit<Warp, 'kind'>): readonly Operation[] {
  const fringed = { width: from.width + 2, height: from.height + 2 }
  return [
    { kind: 'pad', left: 1, top: 1, right: 1, bottom: 1, edges: 'reflect' },
    ...sample({ affine: compose(translation(-1, -1), affine), from: fringed, frame, edges }),
  ]
}

/** Pixels around the visible part that are needed to sample its edge. */
const MARGIN = 2

/** Returns the part of an image, in whole pixels, that is visible in a frame. */
function neededOf(affine: Affine, from: Size, frame: Size): Box | undefined {
  const back = invertAffine(affine)
  if (back === undefined) return undefined
  const { x0, y0, x1, y1 } = mapBox(back, wholeOf(frame))
  const [left, top] = [Math.floor(x0) - MARGIN, Math.floor(y0) - MARGIN]
  return clipBox({ x0: left, y0: top, x1: Math.ceil(x1) + MARGIN, y1: Math.ceil(y1) + MARGIN }, from)
}

function sample({ affine, from, frame, edges }: Omit<Warp, 'kind'>): readonly Operation[] {
  const { width, height } = boxSize(sampledArea(affine, from))
  const [right, bottom] = [Math.max(0, frame.width - width), Math.max(0, frame.height - height)]
  const [isShort, isLong] = [right > 0 || bottom > 0, width > frame.width || height > frame.height]
  return [
    { kind: 'affine', affine, from, edges },
    ...(isShort ? [{ kind: 'pad', left: 0, top: 0, right, bottom, edges } as const] : []),
    ...(isLong ? [{ kind: 'crop', window: wholeOf(frame) } as const] : []),
  ]
}

function wholePixels({ x0, y0, x1, y1 }: Box): Box | undefined {
  const rounded = { x0: Math.round(x0), y0: Math.round(y0), x1: Math.round(x1), y1: Math.round(y1) }
  const gaps = [rounded.x0 - x0, rounded.y0 - y0, rounded.x1 - x1, rounded.y1 - y1]
  return gaps.every((gap) => Math.abs(gap) < 1e-6) ? rounded : undefined
}

/** Returns the turn of an axis-aligned map, one of eight. */
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
