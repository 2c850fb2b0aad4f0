import type { Keypoint } from '#common/annotation/skeleton'
import type { Viewport } from '#common/geometry/space'
import { INK } from '../looks.ts'
import type { Edges } from '../scene.ts'

type Ctx = CanvasRenderingContext2D

interface Skeletal {
  readonly points: readonly Keypoint[]
  readonly edges: Edges
  readonly color: string
  readonly ghost?: number
}

/**
 * `hand`: hovered, selected or being made. `rest`: beside others. `crowd`: one of very many. `far`: too small for its
 * points.
 */
type Detail = 'hand' | 'rest' | 'crowd' | 'far'

interface Measures {
  /** Radius of a point without its casing. In view pixels, like the line widths. */
  readonly radius: number
  readonly line: number
  /** Width of the dark line below; 0 for none. */
  readonly casing: number
}

const MEASURES: Readonly<Record<Detail, Measures>> = {
  hand: { radius: 4.5, line: 2.5, casing: 4.5 },
  rest: { radius: 3, line: 1.75, casing: 3.5 },
  crowd: { radius: 2.25, line: 1.5, casing: 0 },
  far: { radius: 0, line: 1.25, casing: 0 },
}

export interface SkeletonBrush {
  readonly viewport: Viewport
  readonly detail: Detail
}

/** Draws the edges between placed points, then the points: discs for visible ones, rings for hidden ones. */
export function paintSkeleton(ctx: Ctx, skeleton: Skeletal, { viewport, detail }: SkeletonBrush): void {
  const measures = MEASURES[detail]
  paintLines(ctx, skeleton, { viewport, measures })
  if (measures.radius > 0) paintPoints(ctx, skeleton, { viewport, measures })
}

interface Measured {
  readonly viewport: Viewport
  readonly measures: Measures
}

function paintPoints(
  ctx: Ctx,
  { points, color, ghost }: Skeletal,
  { viewport, measures: { radius, casing } }: Measured,
): void {
  const set = points.filter(({ visibility }, place) => visibility > 0 && place !== ghost)
  const hidden = set.filter(({ visibility }) => visibility === 1)
  if (casing > 0) fillDiscs(ctx, set, { viewport, radius: radius + 1.25, style: INK.casing })
  const seen = set.filter(({ visibility }) => visibility === 2)
  fillDiscs(ctx, seen, { viewport, radius, style: color })
  strokeRings(ctx, hidden, { viewport, radius: radius - 0.75, style: color })
}

function paintLines(ctx: Ctx, { points, edges, color }: Skeletal, { viewport, measures }: Measured): void {
  const { scale, offsetX, offsetY } = viewport
  ctx.beginPath()
  for (const [from, to] of edges) {
    const [a, b] = [points[from], points[to]]
    if (!a || !b || a.visibility === 0 || b.visibility === 0) continue
    ctx.moveTo(a.x * scale + offsetX, a.y * scale + offsetY)
    ctx.lineTo(b.x * scale + offsetX, b.y * scale + offsetY)
  }
  if (measures.casing > 0) strokeLine(ctx, INK.casing, measures.casing)
  strokeLine(ctx, color, measures.line)
}

function strokeLine(ctx: Ctx, style: string, width: number): void {
  ctx.strokeStyle = style
  ctx.lineWidth = width
  ctx.stroke()
}

interface PointBrush {
  readonly viewport: Viewport
  readonly radius: number
  readonly style: string
}

function fillDiscs(ctx: Ctx, points: readonly Keypoint[], brush: PointBrush): void {
  if (points.length === 0) return
  traceCircles(ctx, points, brush)
  ctx.fillStyle = brush.style
  ctx.fill()
}

function strokeRings(ctx: Ctx, points: readonly Keypoint[], brush: PointBrush): void {
  if (points.length === 0) return
  traceCircles(ctx, points, brush)
  strokeLine(ctx, brush.style, 1.5)
}

/** Traces all circles into one path, so that one call draws them. */
function traceCircles(ctx: Ctx, points: readonly Keypoint[], { viewport, radius }: PointBrush): void {
  const { scale, offsetX, offsetY } = viewport
  ctx.beginPath()
  for (const point of points) {
    const [x, y] = [point.x * scale + offsetX, point.y * scale + offsetY]
    ctx.moveTo(x + radius, y)
    ctx.arc(x, y, radius, 0, 2 * Math.PI)
  }
}

/** With more points than this, names would cover the object. */
const MOST_NAMES = 40

const FONT = '500 11px "Inter Variable", Inter, system-ui, sans-serif'

/** Height of a name with its border, in view pixels. */
const NAME_HEIGHT = 13

interface WrittenName {
  readonly left: number
  readonly right: number
  readonly middle: number
}

/** Draws the name of each placed point to its right. Skips names that would overlap another. */
export function paintNames(
  ctx: Ctx,
  points: readonly Keypoint[],
  { names, viewport }: { names: readonly string[]; viewport: Viewport },
): void {
  if (points.length > MOST_NAMES) return
  const { scale, offsetX, offsetY } = viewport
  ctx.font = FONT
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  const written: WrittenName[] = []
  points.forEach(({ x, y, visibility }, place) => {
    const [left, middle] = [x * scale + offsetX + 9, y * scale + offsetY]
    const name = { left, middle, right: left + ctx.measureText(names[place] ?? '').width }
    if (visibility === 0 || written.some((other) => covers(other, name))) return
    written.push(name)
    ctx.strokeStyle = INK.tag
    ctx.lineWidth = 3.5
    ctx.strokeText(names[place] ?? '', left, middle)
    ctx.fillStyle = INK.tagText
    ctx.fillText(names[place] ?? '', left, middle)
  })
}

function covers(a: WrittenName, b: WrittenName): boolean {
  return Math.abs(a.middle - b.middle) < NAME_HEIGHT && a.left < b.right && b.left < a.right
}
