import { at, type Ring, type Rings } from '#common/geometry/polygon'
import type { Viewport } from '#common/geometry/space'

/** What a path is drawn with: a canvas context, or a path to be drawn more than once. */
export type Pen = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath'>

export interface Trace {
  readonly viewport: Viewport
  /** Corners nearer than this to the last drawn one are left out, in view pixels. 0 draws all. */
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
