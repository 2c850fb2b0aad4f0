import type { Box } from '#common/geometry/box'
import { at, type Ring, type Rings } from '#common/geometry/polygon'
import type { Viewport } from '#common/geometry/space'

/** A target for paths: a canvas context, or a path that is drawn more than once. */
export type Pen = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath'>

export interface Trace {
  readonly viewport: Viewport
  /** Corners closer than this to the last drawn one are skipped, in view pixels. 0 draws all. */
  readonly minStep: number
  readonly isClosed: boolean
}

export function traceRings(pen: Pen, rings: Rings, trace: Trace): void {
  for (const ring of rings) traceRing(pen, ring, trace)
}

function traceRing(pen: Pen, ring: Ring, { viewport, minStep, isClosed }: Trace): void {
  const { scale, offsetX, offsetY } = viewport
  let lastX = at(ring, 0) * scale + offsetX
  let lastY = at(ring, 1) * scale + offsetY
  pen.moveTo(lastX, lastY)
  for (let i = 2; i < ring.length; i += 2) {
    const x = at(ring, i) * scale + offsetX
    const y = at(ring, i + 1) * scale + offsetY
    const isNear = Math.abs(x - lastX) < minStep && Math.abs(y - lastY) < minStep
    if (isNear && i < ring.length - 2) continue
    pen.lineTo(x, y)
    lastX = x
    lastY = y
  }
  if (isClosed) pen.closePath()
}

export interface Sides {
  readonly viewport: Viewport
  /** As in `Trace`. */
  readonly minStep: number
  /** In view pixels. */
  readonly within: Box
}

/**
 * Traces the sides of closed rings that reach into the box. Only for strokes: a fill needs all sides. Returns the
 * number of sides traced.
 */
export function traceSides(pen: Pen, rings: Rings, sides: Sides): number {
  return rings.reduce((count, ring) => count + traceSidesOf(pen, ring, sides), 0)
}

function traceSidesOf(pen: Pen, ring: Ring, { viewport, minStep, within }: Sides): number {
  const { scale, offsetX, offsetY } = viewport
  const [across, down] = [
    [within.x0, within.x1],
    [within.y0, within.y1],
  ] as const
  const corners = ring.length / 2
  let [count, isDown] = [0, false]
  let [lastX, lastY] = [at(ring, 0) * scale + offsetX, at(ring, 1) * scale + offsetY]
  for (let corner = 1; corner <= corners; corner++) {
    const i = corner === corners ? 0 : corner * 2
    const x = at(ring, i) * scale + offsetX
    const y = at(ring, i + 1) * scale + offsetY
    const isNear = Math.abs(x - lastX) < minStep && Math.abs(y - lastY) < minStep
    if (isNear && corner < corners) continue
    const isSeen = overlap(lastX, x, across) && overlap(lastY, y, down)
    if (isSeen && !isDown) pen.moveTo(lastX, lastY)
    if (isSeen) pen.lineTo(x, y)
    isDown = isSeen
    count += Number(isSeen)
    lastX = x
    lastY = y
  }
  return count
}

function overlap(a: number, b: number, [from, to]: readonly [number, number]): boolean {
  return Math.max(a, b) >= from && Math.min(a, b) <= to
}
