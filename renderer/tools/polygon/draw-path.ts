import type { ImagePoint } from '#common/geometry/space'
import { mainPress, type PressEvent, type Step, type ToolContext, type ToolEvent } from '../tool.ts'
import { type DrawnPath, type PathState, pressedPath, startedPath, steppedPath, straightened } from './path.ts'

/** How the paths of a tool begin and end. */
export interface PathEnds {
  /** Numbers in the flat list of the fewest points that will do. */
  readonly least: 4 | 6
  /** Whether a press there ends the path, as a double click does anywhere. */
  readonly closes?: (path: DrawnPath, point: ImagePoint) => boolean
  readonly start?: (press: PressEvent) => DrawnPath
  /** Ends a path that has enough points. */
  readonly finish: (path: DrawnPath) => Step<PathState>
}

/** Draws point by point until a press ends it, or Enter does. */
export function drawPath(
  state: PathState,
  event: ToolEvent,
  { context, ...ends }: PathEnds & { readonly context: ToolContext },
): Step<PathState> {
  const press = mainPress(event)
  // The second press of a double click that has just ended a path starts no new one.
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
