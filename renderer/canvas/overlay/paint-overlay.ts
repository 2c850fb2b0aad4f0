import type { Box } from '#common/geometry/box'
import { at } from '#common/geometry/polygon'
import {
  type ImagePoint,
  imagePoint,
  type Size,
  toView,
  type ViewPoint,
  type Viewport,
  viewPoint,
} from '#common/geometry/space'
import { INK, LOOKS } from '../looks.ts'
import { paintMask } from '../mask/paint-mask.ts'
import { visibleBox } from '../viewport.ts'
import type { OverlayItem, OverlayKind } from './overlay.ts'
import { paintBrush } from './paint-brush.ts'
import { paintNames, paintSkeleton } from './paint-keypoints.ts'
import { paintShape } from './paint-outline.ts'
import { paintCrosshair, paintReadiness, paintWorking } from './paint-pointer.ts'
import { paintSnap } from './paint-snap.ts'
import { paintTag } from './paint-tags.ts'

type Ctx = CanvasRenderingContext2D

export interface View {
  readonly viewport: Viewport
  readonly view: Size
  /** Screen pixels per drawing pixel. Pointer positions are in screen pixels. */
  readonly factor: number
}

/** Above this number of corners only the outline is drawn, since handles would hide it. */
const MOST_VERTICES = 600

/** One painter for each kind of item. */
const PAINTERS: { readonly [Kind in OverlayKind]: (ctx: Ctx, item: OverlayItem<Kind>, view: View) => void } = {
  outline: (ctx, item, { viewport }) =>
    paintShape(ctx, item, { viewport, look: LOOKS[item.look], isClosed: item.isClosed }),
  pixels: (ctx, item, { viewport, view }) =>
    paintMask(ctx, item, {
      viewport,
      density: ctx.getTransform().a,
      sight: visibleBox(viewport, view),
      fill: item.fill,
    }),
  brush: (ctx, item, { viewport }) => paintBrush(ctx, item, viewport),
  handles: (ctx, { box }, { viewport }) => paintHandles(ctx, handlePoints(box), viewport),
  grips: (ctx, { at: places }, { viewport }) => paintHandles(ctx, places, viewport),
  turn: (ctx, item, { viewport }) => paintTurn(ctx, item, viewport),
  vertices: (ctx, item, { viewport }) => paintVertices(ctx, item, viewport),
  'ghost-vertex': (ctx, { at: place, color }, { viewport }) => paintGhost(ctx, toView(place, viewport), color),
  'first-vertex': (ctx, item, { viewport }) => paintFirst(ctx, toView(item.at, viewport), item),
  skeleton: (ctx, item, { viewport }) => {
    paintSkeleton(ctx, item, { viewport, detail: 'hand' })
    if (item.names) paintNames(ctx, item.points, { names: item.names, viewport })
  },
  snap: (ctx, item, { viewport }) => paintSnap(ctx, toView(item.at, viewport), item),
  crossing: (ctx, item, { viewport }) => paintCrossing(ctx, item, viewport),
  marquee: (ctx, item, { viewport }) => paintMarquee(ctx, item, viewport),
  sign: (ctx, item, { viewport }) => paintSign(ctx, toView(item.at, viewport), item),
  tag: paintTag,
  crosshair: (ctx, { at: place }, { view, factor }) => paintCrosshair(ctx, drawnAt(place, factor), view),
  readiness: (ctx, { at: place, share }, { factor }) => paintReadiness(ctx, drawnAt(place, factor), share),
  working: (ctx, { at: place }, { factor }) => paintWorking(ctx, drawnAt(place, factor)),
}

export function paintOverlay(ctx: Ctx, items: readonly OverlayItem[], view: View): void {
  for (const item of items) paintItem(ctx, item, view)
}

function paintItem<Kind extends OverlayKind>(ctx: Ctx, item: OverlayItem<Kind>, view: View): void {
  PAINTERS[item.kind](ctx, item, view)
}

function drawnAt({ x, y }: ViewPoint, factor: number): ViewPoint {
  return viewPoint(x / factor, y / factor)
}

function handlePoints({ x0, y0, x1, y1 }: Box): readonly ImagePoint[] {
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const columns = [x0, cx, x1]
  return [y0, cy, y1].flatMap((y) => columns.map((x) => imagePoint(x, y))).filter(({ x, y }) => x !== cx || y !== cy)
}

/** Draws 7×7 white squares with a dark edge of 1 px, on whole pixels so that they stay crisp. */
function paintHandles(ctx: Ctx, points: readonly ImagePoint[], viewport: Viewport): void {
  for (const point of points) {
    const { x, y } = toView(point, viewport)
    const [left, top] = [Math.round(x - 3.5), Math.round(y - 3.5)]
    ctx.fillStyle = INK.edge
    ctx.beginPath()
    ctx.roundRect(left - 1, top - 1, 9, 9, 2)
    ctx.fill()
    ctx.fillStyle = INK.white
    ctx.beginPath()
    ctx.roundRect(left, top, 7, 7, 1)
    ctx.fill()
  }
}

/** Draws a disc on a stalk, which cannot be mistaken for a handle that resizes. */
function paintTurn(ctx: Ctx, { from, at: place, isActive }: OverlayItem<'turn'>, viewport: Viewport): void {
  const [foot, head] = [toView(from, viewport), toView(place, viewport)]
  for (const { style, width } of [
    { style: INK.casing, width: 3 },
    { style: INK.white, width: 1 },
  ]) {
    ctx.beginPath()
    ctx.moveTo(foot.x, foot.y)
    ctx.lineTo(head.x, head.y)
    ctx.strokeStyle = style
    ctx.lineWidth = width
    ctx.stroke()
  }
  disc(ctx, { ...head, radius: 5 }, INK.edge)
  disc(ctx, { ...head, radius: 4 }, isActive ? INK.lapis : INK.white)
}

function paintVertices(
  ctx: Ctx,
  { rings, color, active, picked = [] }: OverlayItem<'vertices'>,
  viewport: Viewport,
): void {
  const isCrowded = rings.reduce((sum, ring) => sum + ring.length / 2, 0) > MOST_VERTICES
  const filled = new Set([...picked, ...(active ? [active] : [])].map(({ ring, point }) => `${ring},${point}`))
  rings.forEach((ring, r) => {
    for (let i = 0; i < ring.length; i += 2) {
      const isActive = filled.has(`${r},${i / 2}`)
      if (isCrowded && !isActive) continue
      paintVertex(ctx, toView(imagePoint(at(ring, i), at(ring, i + 1)), viewport), isActive ? undefined : color)
    }
  })
}

/** Draws a 6 px disc in a ring of the class color. The active one is filled. */
function paintVertex(ctx: Ctx, { x, y }: ViewPoint, color: string | undefined): void {
  disc(ctx, { x, y, radius: 5 }, INK.casing)
  disc(ctx, { x, y, radius: 4 }, color ?? INK.white)
  disc(ctx, { x, y, radius: 3 }, color === undefined ? INK.lapis : INK.white)
}

function paintGhost(ctx: Ctx, place: ViewPoint, color: string): void {
  ctx.globalAlpha = 0.5
  paintVertex(ctx, place, color)
  ctx.globalAlpha = 1
}

function paintFirst(ctx: Ctx, { x, y }: ViewPoint, { color, isClosing }: OverlayItem<'first-vertex'>): void {
  ctx.beginPath()
  ctx.arc(x, y, isClosing ? 8 : 5, 0, 2 * Math.PI)
  ctx.strokeStyle = INK.casing
  ctx.lineWidth = 4.5
  ctx.stroke()
  ctx.strokeStyle = isClosing ? INK.white : color
  ctx.lineWidth = 2
  ctx.stroke()
}

function paintMarquee(ctx: Ctx, { box, isTouching }: OverlayItem<'marquee'>, viewport: Viewport): void {
  const from = toView(imagePoint(box.x0, box.y0), viewport)
  const to = toView(imagePoint(box.x1, box.y1), viewport)
  const sides = [
    Math.round(from.x) + 0.5,
    Math.round(from.y) + 0.5,
    Math.round(to.x - from.x),
    Math.round(to.y - from.y),
  ] as const
  ctx.fillStyle = INK.marquee
  ctx.fillRect(...sides)
  ctx.strokeStyle = INK.casing
  ctx.lineWidth = 2.5
  ctx.strokeRect(...sides)
  ctx.setLineDash(isTouching ? [4, 3] : [])
  ctx.strokeStyle = INK.white
  ctx.lineWidth = 1
  ctx.strokeRect(...sides)
  ctx.setLineDash([])
}

function paintSign(ctx: Ctx, { x, y }: ViewPoint, { isPositive, isHovered }: OverlayItem<'sign'>): void {
  disc(ctx, { x, y, radius: isHovered ? 10 : 8.5 }, INK.casing)
  disc(ctx, { x, y, radius: isHovered ? 8.5 : 7 }, isPositive ? INK.white : INK.invalid)
  ctx.beginPath()
  ctx.moveTo(x - 3.2, y)
  ctx.lineTo(x + 3.2, y)
  if (isPositive) {
    ctx.moveTo(x, y - 3.2)
    ctx.lineTo(x, y + 3.2)
  }
  ctx.strokeStyle = isPositive ? INK.glyph : INK.white
  ctx.lineWidth = 1.8
  ctx.lineCap = 'round'
  ctx.stroke()
  ctx.lineCap = 'butt'
}

function paintCrossing(ctx: Ctx, { ring, segments }: OverlayItem<'crossing'>, viewport: Viewport): void {
  const { scale, offsetX, offsetY } = viewport
  ctx.strokeStyle = INK.invalid
  ctx.lineWidth = 2
  for (const segment of segments) {
    const next = (segment * 2 + 2) % ring.length
    ctx.beginPath()
    ctx.moveTo(at(ring, segment * 2) * scale + offsetX, at(ring, segment * 2 + 1) * scale + offsetY)
    ctx.lineTo(at(ring, next) * scale + offsetX, at(ring, next + 1) * scale + offsetY)
    ctx.stroke()
  }
}

function disc(ctx: Ctx, { x, y, radius }: { x: number; y: number; radius: number }, style: string): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.fillStyle = style
  ctx.fill()
}
