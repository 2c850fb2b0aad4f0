import type { Box } from '#common/geometry/box'
import type { Viewport } from '#common/geometry/space'
import { INK, type Look } from '../looks.ts'
import { hasOutline as isAtHand, outlineOf } from '../mask/borders.ts'
import { paintMask } from '../mask/paint-mask.ts'
import { partsOf } from '../mask/parts.ts'
import { paintSkeleton } from '../overlay/paint-keypoints.ts'
import { pointCount, type SceneShape } from '../scene.ts'
import {
  type Detail,
  DOT_CORE,
  DOT_SIDE,
  detailOf,
  FAINT_SHARE,
  longerSide,
  SPECK_SHARE,
  skeletonDetail,
} from '../still/detail.ts'
import { levelFor, ringsAt } from '../still/levels.ts'
import { type Chosen, type Slot, type SlotLooks, slotOf } from '../still/slots.ts'
import { traceRings, traceSides } from '../trace.ts'
import { fineLine } from './fine-line.ts'

type Ctx = CanvasRenderingContext2D

/** Corners nearer than this on screen are one, in view pixels. */
const STEP = 0.7

export interface StillBrush extends Chosen {
  readonly viewport: Viewport
  /** Device pixels to one view pixel. */
  readonly density: number
  readonly looks: SlotLooks
  readonly isCrowd: boolean
  /** So many masks that their wide borders would take longer than all else. */
  readonly isMaskCrowd: boolean
  /** Only what touches this box of image pixels is seen. */
  readonly sight: Box
}

interface Drawn {
  readonly shape: SceneShape
  readonly slot: Slot
  readonly look: Look
  /** The longer one, in view pixels. */
  readonly side: number
  readonly detail: Detail
}

interface Outlined extends Drawn {
  readonly path: Path2D
  readonly sides: number
}

/** What was noted since the last rest, in sides of outlines: making pixels of them takes longer than noting them. */
export type Noted = number

/** Sides of outlines noted between two rests. */
const SLICE = 4000
/** A tile of a mask, and a dot, beside the side of an outline. */
const TILE_NOTED = 100
const DOT_NOTED = 4

/**
 * Many shapes in drawing order, layer by layer: all fills, all casings, all strokes, so that no outline hides another one. It rests
 * now and then, so that whoever runs it can leave what is left for the next frame; nobody else may draw there until it is through.
 */
export function* paintStill(ctx: Ctx, shapes: readonly SceneShape[], brush: StillBrush): Generator<Noted, void> {
  const drawn = shapes.flatMap((shape) => drawnAs(shape, brush) ?? [])
  const outlines: Outlined[] = []
  yield* slowly(drawn, (each) => {
    if (!hasOutline(each) || !isAtHand(each.shape)) return 1
    const made = outlined(each, brush)
    outlines.push(made)
    return made.sides
  })
  ctx.lineJoin = 'round'
  yield* slowly(drawn, (each) => paintPixels(ctx, each, brush))
  for (const paint of [paintFill, paintHairline, paintCasing, paintStroke, paintPoints]) {
    yield* slowly(outlines, (each) => {
      paint(ctx, each, brush)
      return each.sides
    })
  }
  yield* slowly(drawn, (each) => {
    if (!hasOutline(each)) paintDot(ctx, each, brush)
    return DOT_NOTED
  })
}

function* slowly<Each>(all: readonly Each[], paint: (each: Each) => Noted): Generator<Noted, void> {
  let noted = 0
  for (const each of all) {
    noted += paint(each)
    if (noted < SLICE) continue
    yield noted
    noted = 0
  }
  yield noted
}

function drawnAs(shape: SceneShape, brush: StillBrush): Drawn | undefined {
  const slot = slotOf(shape, brush)
  if (!slot) return undefined
  const side = longerSide(shape.bounds) * brush.viewport.scale
  return { shape, slot, look: brush.looks[slot], side, detail: detailOf(side, brush.isCrowd) }
}

function hasOutline({ detail }: Drawn): boolean {
  return detail !== 'dot' && detail !== 'faint'
}

function outlined(drawn: Drawn, { viewport, density, sight }: StillBrush): Outlined {
  const rings = outlineOf(drawn.shape)
  const path = new Path2D()
  if (drawn.shape.mask) {
    // The outline of a mask is long: leaving out what is not seen of it costs less than finding the fewest corners that it needs.
    const sides = traceSides(path, rings, { viewport, minStep: STEP, within: boxToView(sight, viewport) })
    return { ...drawn, path, sides }
  }
  const fewer = ringsAt(rings, levelFor(viewport.scale * density))
  traceRings(path, fewer, { viewport, minStep: STEP, isClosed: true })
  return { ...drawn, path, sides: pointCount(fewer) }
}

function boxToView({ x0, y0, x1, y1 }: Box, { scale, offsetX, offsetY }: Viewport): Box {
  return { x0: x0 * scale + offsetX, y0: y0 * scale + offsetY, x1: x1 * scale + offsetX, y1: y1 * scale + offsetY }
}

/** The pixels of a mask; those of other shapes are filled by their outlines. */
function paintPixels(ctx: Ctx, drawn: Drawn, { viewport, density, sight }: StillBrush): Noted {
  const { shape, slot, look, detail } = drawn
  const { mask, color } = shape
  if (!mask || !hasOutline(drawn)) return 0
  const isFaint = detail === 'small' && !isSelected(slot)
  const fill = isFaint ? SMALL_SHARE : detail === 'small' ? 1 : detail === 'speck' ? SPECK_SHARE : look.fill
  const ground = isFaint ? SMALL_GROUND : detail === 'speck' && isSelected(slot) ? INK.white : color
  paintMask(ctx, { parts: partsOf(mask), color: ground }, { viewport, density, sight, fill })
  return mask.length * TILE_NOTED
}

/** `INK.small` in two parts. */
const SMALL_GROUND = '#08090B'
const SMALL_SHARE = 0.4

/** A small shape of a crowd lies on a dark ground in place of a casing: wide strokes would leave nothing of the picture. */
function paintFill(ctx: Ctx, { shape: { color, mask }, slot, look, path, detail }: Outlined): void {
  if (mask) return
  const isSmall = detail === 'small'
  const isSpeck = detail === 'speck'
  ctx.globalAlpha = isSmall ? 1 : isSpeck ? SPECK_SHARE : look.fill
  ctx.fillStyle = isSmall && !isSelected(slot) ? INK.small : isSpeck && isSelected(slot) ? INK.white : color
  ctx.fill(path, 'evenodd')
  ctx.globalAlpha = 1
}

function paintHairline(ctx: Ctx, { look, path, detail }: Outlined): void {
  if (look.hairline && detail === 'full') line(ctx, path, { style: INK.hairline, width: look.casing + 2 })
}

function paintCasing(ctx: Ctx, outlined: Outlined, brush: StillBrush): void {
  const { look, path, detail } = outlined
  if (detail !== 'full') return
  if (isFine(outlined, brush)) {
    const band = { from: look.stroke / 2, to: look.casing / 2, density: brush.density }
    return fineLine(ctx, path, { ...band, style: INK.fineCasing })
  }
  ctx.globalAlpha = look.opacity ?? 1
  line(ctx, path, { style: look.hairline ? INK.edge : INK.casing, width: look.casing })
  ctx.globalAlpha = 1
}

/** One of so many borders of masks that lines of a pixel make them up. */
function isFine({ shape, slot }: Outlined, { isMaskCrowd }: StillBrush): boolean {
  return isMaskCrowd && slot === 'mask' && shape.mask !== undefined
}

function paintStroke(ctx: Ctx, outlined: Outlined, brush: StillBrush): void {
  const { shape, slot, look, path, detail } = outlined
  const { color } = shape
  if (detail === 'speck') return
  if (detail === 'full' && isFine(outlined, brush)) {
    return fineLine(ctx, path, { from: 0, to: look.stroke / 2, density: brush.density, style: color })
  }
  const isSmall = detail === 'small'
  ctx.setLineDash(isSmall && look.dash.length > 0 ? SMALL_DASH : [...look.dash])
  ctx.globalAlpha = look.opacity ?? 1
  line(ctx, path, { style: isSmall && isSelected(slot) ? INK.white : color, width: isSmall ? 1 : look.stroke })
  ctx.globalAlpha = 1
  ctx.setLineDash([])
}

const SMALL_DASH = [2, 2]

function line(ctx: Ctx, path: Path2D, { style, width }: { readonly style: string; readonly width: number }): void {
  ctx.strokeStyle = style
  ctx.lineWidth = width
  ctx.stroke(path)
}

function paintPoints(ctx: Ctx, { shape, look, side, detail }: Outlined, { viewport, isCrowd }: StillBrush): void {
  const { skeleton, color } = shape
  if (!skeleton || detail !== 'full') return
  ctx.globalAlpha = look.opacity ?? 1
  paintSkeleton(ctx, { ...skeleton, color }, { viewport, detail: skeletonDetail(side, isCrowd) })
  ctx.globalAlpha = 1
}

/** Too small for an outline. Where many faint ones lie on each other their colour grows strong. */
function paintDot(ctx: Ctx, { shape, slot, detail }: Drawn, { viewport, isCrowd }: StillBrush): void {
  const isBare = isCrowd && !isSelected(slot)
  const ground = isSelected(slot) ? INK.white : INK.casing
  if (detail === 'dot' && !isBare) square(ctx, shape, { viewport, side: DOT_SIDE, style: ground })
  ctx.globalAlpha = detail === 'faint' ? FAINT_SHARE : isBare ? SPECK_SHARE : 1
  const isFaint = detail === 'faint' && isSelected(slot)
  square(ctx, shape, { viewport, side: DOT_CORE, style: isFaint ? INK.white : shape.color })
  ctx.globalAlpha = 1
}

interface Square {
  readonly viewport: Viewport
  readonly side: number
  readonly style: string
}

function square(ctx: Ctx, { bounds }: SceneShape, { viewport, side, style }: Square): void {
  const { scale, offsetX, offsetY } = viewport
  const x = ((bounds.x0 + bounds.x1) / 2) * scale + offsetX
  const y = ((bounds.y0 + bounds.y1) / 2) * scale + offsetY
  ctx.fillStyle = style
  ctx.fillRect(x - side / 2, y - side / 2, side, side)
}

function isSelected(slot: Slot): boolean {
  return slot === 'selected' || slot === 'selectedFrame'
}
