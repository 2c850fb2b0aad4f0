import type { ImagePoint } from '#common/geometry/space'
import { mainPress, type PressEvent, type Step, type ToolContext, type ToolEvent } from '../tool.ts'
import { type DrawnPath, type PathState, pressedPath, startedPath, steppedPath, straightened } from './path.ts'

/** Start and end conditions of a tool's paths. */
export interface PathEnds {
  /** Minimum length of the flat list. */
  readonly least: 4 | 6
  /** Returns whether a press at the point ends the path, as a double click does anywhere. */
  readonly closes?: (path: DrawnPath, point: ImagePoint) => boolean
  readonly start?: (press: PressEvent) => DrawnPath
  /** Finishes a path that has enough points. */
  readonly finish: (path: DrawnPath) => Step<PathState>
}

/** Draws point by point until a press or Enter ends it. */
export function drawPath(
  state: PathState,
  event: ToolEvent,
  { context, ...ends }: PathEnds & { readonly context: ToolContext },
): Step<PathState> {
  const press = mainPress(event)
  // The second press of the double click that ended a path must not start a new one.
  if (state.at === 'idle') {
    const start = ends.start ?? ((first) => startedPath(first, context))
    return { state: press?.clicks === 1 ? start(press) : state }
  }
  if (event.type === 'enter' || (press && isLast(state, press, ends))) {
    return finishedPath(straightened(state, context), ends)
  }
  return { state: press ? pressedPath(state, press, context) : steppedPath(state, event, context) }
}

function isLast(path: DrawnPath, { at, clicks }: PressEvent, { least, closes }: PathEnds): boolean {
  return closes?.(path, at) === true || (clicks >= 2 && path.points.length >= least)
}

export function finishedPath(path: DrawnPath, { least, finish }: Pick<PathEnds, 'least' | 'finish'>): Step<PathState> {
  return path.points.length < least ? { state: path } : finish(path)
}
