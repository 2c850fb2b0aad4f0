import { maskOfRings } from '#common/geometry/mask-forms'
import { type Ink, inkOfMask } from '#common/geometry/painting/ink'
import { at } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { clampPoint } from '../frame.ts'
import type { PaintVerb, PressEvent, ToolEvent } from '../tool.ts'

/** An unfinished outline around pixels, drawn corner by corner or traced. */
export interface Lasso {
  readonly at: 'outlining'
  readonly verb: PaintVerb
  /** Flat list x0, y0, x1, y1, … */
  readonly points: readonly number[]
  readonly to: ImagePoint
  /** Whether the button has been held since the last corner. */
  readonly isHeld: boolean
  /** Whether the pointer has traced since then, so that releasing closes the outline. */
  readonly isTraced: boolean
}

interface LassoContext {
  readonly frame: Size
  readonly scale: number
}

/** View pixels between points of a trace. */
const SAMPLE = 3

export function startedLasso({ at: place }: PressEvent, verb: PaintVerb, { frame }: LassoContext): Lasso {
  const { x, y } = clampPoint(place, frame)
  return { at: 'outlining', verb, points: [x, y], to: place, isHeld: true, isTraced: false }
}

/** Returns the outline after an event; `closed` when it is finished, `dropped` when nothing is left of it. */
export function steppedLasso(lasso: Lasso, event: ToolEvent, context: LassoContext): Lasso | 'closed' | 'dropped' {
  switch (event.type) {
    case 'down':
      return pressed(lasso, event, context)
    case 'move':
      return moved(lasso, event.at, context)
    case 'up':
      return released(lasso)
    case 'enter':
      return 'closed'
    case 'back':
      return tookBack(lasso)
    case 'cancel':
      return 'dropped'
    case 'settle':
    case 'again':
    case 'nudge':
      return lasso
  }
}

function pressed(lasso: Lasso, { at: place, clicks }: PressEvent, context: LassoContext): Lasso | 'closed' {
  return clicks > 1 || isOnFirst(lasso, place, context.scale) ? 'closed' : withCorner(lasso, place, context)
}

function released(lasso: Lasso): Lasso | 'closed' {
  return lasso.isTraced ? 'closed' : { ...lasso, isHeld: false }
}

function tookBack(lasso: Lasso): Lasso | 'dropped' {
  return lasso.points.length > 2 ? { ...lasso, points: lasso.points.slice(0, -2) } : 'dropped'
}

function isOnFirst({ points }: Lasso, place: ImagePoint, scale: number): boolean {
  return points.length >= 6 && distance(place, imagePoint(at(points, 0), at(points, 1))) * scale <= REACH.magnet
}

function withCorner(lasso: Lasso, place: ImagePoint, { frame }: LassoContext): Lasso {
  const { x, y } = clampPoint(place, frame)
  return { ...lasso, points: [...lasso.points, x, y], to: place, isHeld: true }
}

function moved(lasso: Lasso, to: ImagePoint, context: LassoContext): Lasso {
  const { points, isHeld, isTraced } = lasso
  const last = imagePoint(at(points, points.length - 2), at(points, points.length - 1))
  const away = distance(last, to) * context.scale
  if (!isHeld || away < (isTraced ? SAMPLE : REACH.drag)) return { ...lasso, to }
  return { ...withCorner(lasso, to, context), isTraced: true }
}

/** Returns the pixels whose centers the outline encloses; undefined if there are none. */
export function lassoInk({ points }: Lasso, frame: Size): Ink | undefined {
  const tiles = points.length >= 6 ? maskOfRings([points], frame) : []
  return tiles.length > 0 ? inkOfMask(tiles) : undefined
}

export function lassoOverlay({ points, to, isTraced }: Lasso, color: string): readonly OverlayItem[] {
  const ring = isTraced ? points : [...points, to.x, to.y]
  const first = imagePoint(at(points, 0), at(points, 1))
  return [
    { kind: 'outline', rings: [ring], color, look: 'draft', isClosed: false },
    ...(isTraced ? [] : [{ kind: 'first-vertex', at: first, color, isClosing: false } as const]),
  ]
}
