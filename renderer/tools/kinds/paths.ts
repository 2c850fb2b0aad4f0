import { areCorners, type Sketch } from '#common/annotation/sketch'
import { at } from '#common/geometry/polygon'
import { imagePoint } from '#common/geometry/space'
import type { ArmedContext, OwnEvent } from '../armed.ts'
import { defineTool } from '../define-tool.ts'
import { type DrawnPath, IDLE_PATH, isPathEvent, type PathState, steppedByKey } from '../polygon/path.ts'
import { polygonOverlay, stepPolygon } from '../polygon/polygon.ts'
import { polylineOverlay, stepPolyline } from '../polygon/polyline.ts'
import { pointSnap } from '../snap/glyph.ts'
import type { Step } from '../tool.ts'

const TRAITS = { isDrawing: true, setsPoints: true, takesBack: true, followsBorders: true, snaps: true }

/** Remembers the selected shape, part of which can be redrawn. */
export const POLYGON = defineTool<PathState>({
  id: 'polygon',
  idle: IDLE_PATH,
  traits: TRAITS,
  step: stepPolygon,
  stepOwn: stepPathKey,
  isDrafting: isUnderWay,
  overlay: (state, context) => [...polygonOverlay(state, context, context.color), ...pointSnap(state, context)],
  points: pointsOf,
  restored: pathOf,
  over: ([over, ...others]) => (over !== undefined && others.length === 0 ? { at: 'idle', over } : IDLE_PATH),
})

export const POLYLINE = defineTool<PathState>({
  id: 'polyline',
  idle: IDLE_PATH,
  traits: TRAITS,
  step: stepPolyline,
  stepOwn: stepPathKey,
  isDrafting: isUnderWay,
  overlay: (state, context) => [...polylineOverlay(state, context, context.color), ...pointSnap(state, context)],
  points: pointsOf,
  restored: pathOf,
})

function isUnderWay({ at: place }: PathState): boolean {
  return place !== 'idle'
}

function stepPathKey(state: PathState, event: OwnEvent, context: ArmedContext): Step<PathState> {
  return isPathEvent(event) ? steppedByKey(state, event, context) : { state }
}

/** Returns the points to restore, except for a redrawn part, which is not a shape by itself. */
function pointsOf(state: PathState): readonly number[] | undefined {
  return state.at === 'drawing' && !state.redraw ? state.points : undefined
}

/** Restores a path. Which points came from one trace is not stored, so each is undone by itself. */
function pathOf(points: Sketch['points']): DrawnPath | undefined {
  if (!areCorners(points)) return undefined
  const to = imagePoint(at(points, points.length - 2), at(points, points.length - 1))
  const starts = Array.from({ length: points.length / 2 }, (_, point) => 2 * point)
  return { at: 'drawing', points, starts, to, taken: [], tracedFrom: undefined, follow: undefined, redraw: undefined }
}
