import type { Box } from '#common/geometry/box'
import type { Viewport } from '#common/geometry/space'
import { INK } from '../looks.ts'
import { hasOutline as isAtHand, outlineOf } from '../mask/borders.ts'
import { paintMask } from '../mask/paint-mask.ts'
import { partsOf } from '../mask/parts.ts'
import { paintSkeleton } from '../overlay/paint-keypoints.ts'
import { pointCount, type SceneShape } from '../scene.ts'
import { DOT_CORE, DOT_SIDE, detailOf, longerSide, skeletonDetail } from '../still/detail.ts'
import { levelFor, ringsAt } from '../still/levels.ts'
import { type Chosen, type SlotLooks, slotOf } from '../still/slots.ts'
import { traceRings, traceSides } from '../trace.ts'
import { fineLine } from './fine-line.ts'
import { areaInk, dotGround, dotInk, type Ink, type Inked, isSelected } from './inks.ts'

type Ctx = CanvasRenderingContext2D

/** Corners closer than this on screen are merged, in view pixels. */
const STEP = 0.7

export interface StillBrush extends Chosen {
  readonly viewport: Viewport
  /** Device pixels per view pixel. */
  readonly density: number
  readonly looks: SlotLooks
  readonly isCrowd: boolean
  /** Whether there are so many masks that their wide borders would dominate the drawing time. */
  readonly isMaskCrowd: boolean
  /** Only what touches this box of image pixels is drawn. */
  readonly sight: Box
}

interface Drawn extends Inked {
  /** The longer side, in view pixels. */
  readonly side: number
}

interface Outlined extends Drawn {
  readonly path: Path2D
  readonly sides: number
}

/** Work recorded since the last pause, in sides of outlines: rasterizing takes longer than recording. */
export type Noted = number

/** Sides of outlines recorded between two pauses. */
const SLICE = 4000
/** Cost of a mask tile and of a dot, relative to the side of an outline. */
const TILE_NOTED = 100
const DOT_NOTED = 4

/**
 * Paints many shapes in drawing order, layer by layer: all fills, all casings, all strokes, so that no outline hides
 * another. Yields now and then, so that the caller can continue in the next frame. Nothing else may draw on the context
 * until it is done.
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
    // Clipping the long outline of a mask costs less than simplifying it.
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

/** Paints the pixels of a mask. Other shapes are filled by their outlines. */
function paintPixels(ctx: Ctx, drawn: Drawn, { viewport, density, sight }: StillBrush): Noted {
  const { mask } = drawn.shape
  if (!mask || !hasOutline(drawn)) return 0
  const { color, share } = areaInk(drawn)
  paintMask(ctx, { parts: partsOf(mask), color }, { viewport, density, sight, fill: share })
  return mask.length * TILE_NOTED
}

function paintFill(ctx: Ctx, outlined: Outlined): void {
  if (outlined.shape.mask) return
  const { color, share } = areaInk(outlined)
  ctx.globalAlpha = share
  ctx.fillStyle = color
  ctx.fill(outlined.path, 'evenodd')
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

/** Returns whether the border is one of so many that it is made of lines of one pixel. */
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

/** Paints a dot for a shape too small for an outline. */
function paintDot(ctx: Ctx, drawn: Drawn, { viewport, isCrowd }: StillBrush): void {
  const ground = dotGround(drawn, isCrowd)
  if (ground) square(ctx, drawn.shape, { ...ground, viewport, side: DOT_SIDE })
  square(ctx, drawn.shape, { ...dotInk(drawn, isCrowd), viewport, side: DOT_CORE })
}

interface Square extends Ink {
  readonly viewport: Viewport
  readonly side: number
}

function square(ctx: Ctx, { bounds }: SceneShape, { viewport, side, color, share }: Square): void {
  const { scale, offsetX, offsetY } = viewport
  const x = ((bounds.x0 + bounds.x1) / 2) * scale + offsetX
  const y = ((bounds.y0 + bounds.y1) / 2) * scale + offsetY
  ctx.globalAlpha = share
  ctx.fillStyle = color
  ctx.fillRect(x - side / 2, y - side / 2, side, side)
  ctx.globalAlpha = 1
}
