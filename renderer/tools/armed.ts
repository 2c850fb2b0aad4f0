import type { Change } from '#common/annotation/edit'
import type { ShapeId } from '#common/ids'
import { type BoxState, IDLE_BOX, stepBox } from './box.ts'
import { IDLE_KEYPOINTS, type KeypointsEvent, type KeypointsState, type SkipEvent, stepKeypoints } from './keypoints.ts'
import { type BrushContext, type BrushState, IDLE_BRUSH, stepBrush } from './mask/brush.ts'
import { IDLE_POINT, type PointState, stepPoint } from './point.ts'
import { IDLE_PATH, isPathEvent, type PathEvent, type PathState, steppedByKey } from './polygon/path.ts'
import { stepPolygon } from './polygon/polygon.ts'
import { stepPolyline } from './polygon/polyline.ts'
import { type Purpose, type ReshapeState, stepReshape } from './reshape/reshape.ts'
import { IDLE_ROTATED_BOX, type RotatedBoxState, stepRotatedBox } from './rotated-box.ts'
import { inHand } from './select/in-hand.ts'
import { stepSelect } from './select/select.ts'
import { IDLE_SELECT, type SelectState } from './select/state.ts'
import {
  IDLE_SMART,
  isCutEvent,
  type SmartContext,
  type SmartEvent,
  type SmartState,
  stepSmart,
} from './smart/smart.ts'
import type { Step, ToolContext, ToolEvent } from './tool.ts'

/** The tools, in the order of the rail. */
export const TOOLS = [
  'select',
  'hand',
  'box',
  'rotated-box',
  'polygon',
  'polyline',
  'point',
  'keypoints',
  'brush',
  'eraser',
  'smart',
] as const
export type RailTool = (typeof TOOLS)[number]

/** What reshapes a selection is armed for it, by keys and acts. */
export type ToolName = RailTool | 'reshape'

/** Tools that change pixels of masks. */
export type PaintTool = 'brush' | 'eraser'

/** The tool in hand with what it is in the middle of. The hand has no state: it moves the view. */
export type Armed =
  | { readonly tool: 'select'; readonly state: SelectState }
  | { readonly tool: 'hand' }
  | { readonly tool: 'box'; readonly state: BoxState }
  | { readonly tool: 'rotated-box'; readonly state: RotatedBoxState }
  | { readonly tool: 'polygon' | 'polyline'; readonly state: PathState }
  | { readonly tool: 'point'; readonly state: PointState }
  | { readonly tool: 'keypoints'; readonly state: KeypointsState }
  | { readonly tool: PaintTool; readonly state: BrushState }
  | { readonly tool: 'smart'; readonly state: SmartState }
  | { readonly tool: 'reshape'; readonly state: ReshapeState }

export const IDLE = {
  select: { tool: 'select', state: IDLE_SELECT },
  hand: { tool: 'hand' },
  box: { tool: 'box', state: IDLE_BOX },
  'rotated-box': { tool: 'rotated-box', state: IDLE_ROTATED_BOX },
  polygon: { tool: 'polygon', state: IDLE_PATH },
  polyline: { tool: 'polyline', state: IDLE_PATH },
  point: { tool: 'point', state: IDLE_POINT },
  keypoints: { tool: 'keypoints', state: IDLE_KEYPOINTS },
  brush: { tool: 'brush', state: IDLE_BRUSH },
  eraser: { tool: 'eraser', state: IDLE_BRUSH },
  smart: { tool: 'smart', state: IDLE_SMART },
} as const satisfies { readonly [Name in RailTool]: Armed }

export function reshaping(purpose: Purpose): Armed {
  return { tool: 'reshape', state: { purpose, path: IDLE_PATH } }
}

/** What any tool may know. */
export interface ArmedContext extends SmartContext, BrushContext {}

/** What can happen to any tool; each hears what is its own. */
export type ArmedEvent = SmartEvent | SkipEvent | PathEvent

export function stepArmed(armed: Armed, event: ArmedEvent, context: ArmedContext): Step<Armed> {
  if (event.type === 'skip')
    return armed.tool === 'keypoints' ? stepPoints(armed.state, event, context) : { state: armed }
  if (isPathEvent(event)) return stepPathKey(armed, event, context)
  if (armed.tool === 'smart')
    return within(stepSmart(armed.state, event, context), (state) => ({ tool: 'smart', state }))
  return armed.tool === 'hand' || isCutEvent(event) ? { state: armed } : stepHandTool(armed, event, context)
}

/** Tools that a hand alone draws with. */
function stepHandTool(
  armed: Exclude<Armed, { tool: 'hand' | 'smart' }>,
  event: ToolEvent,
  context: ArmedContext,
): Step<Armed> {
  if (armed.tool === 'reshape' || paints(armed)) return stepChangingTool(armed, event, context)
  switch (armed.tool) {
    case 'select':
      return within(stepSelect(armed.state, event, context), (state) => ({ tool: 'select', state }))
    case 'box':
      return within(stepBox(armed.state, event, context), (state) => ({ tool: 'box', state }))
    case 'rotated-box':
      return within(stepRotatedBox(armed.state, event, context), (state) => ({ tool: 'rotated-box', state }))
    case 'polygon':
      return within(stepPolygon(armed.state, event, context), (state) => ({ tool: 'polygon', state }))
    case 'polyline':
      return within(stepPolyline(armed.state, event, context), (state) => ({ tool: 'polyline', state }))
    case 'point':
      return within(stepPoint(armed.state, event, context), (state) => ({ tool: 'point', state }))
    case 'keypoints':
      return stepPoints(armed.state, event, context)
  }
}

/** Tools that change what is there. */
function stepChangingTool(
  armed: Extract<Armed, { tool: PaintTool | 'reshape' }>,
  event: ToolEvent,
  context: ArmedContext,
): Step<Armed> {
  if (armed.tool !== 'reshape') return stepPaint(armed, event, context)
  return within(stepReshape(armed.state, event, context), (state) => ({ tool: 'reshape', state }))
}

function stepPaint(
  { tool, state }: Extract<Armed, { tool: PaintTool }>,
  event: ToolEvent,
  context: ArmedContext,
): Step<Armed> {
  const verb = tool === 'brush' ? 'paint' : 'erase'
  return within(stepBrush(state, event, { verb, context }), (next) => ({ tool, state: next }))
}

function stepPathKey(armed: Armed, event: PathEvent, context: ToolContext): Step<Armed> {
  if (armed.tool === 'polygon' || armed.tool === 'polyline') {
    const { tool } = armed
    return within(steppedByKey(armed.state, event, context), (state) => ({ tool, state }))
  }
  if (armed.tool !== 'reshape') return { state: armed }
  const { purpose, path } = armed.state
  return within(steppedByKey(path, event, context), (next) => ({ tool: 'reshape', state: { purpose, path: next } }))
}

function stepPoints(state: KeypointsState, event: KeypointsEvent, context: ToolContext): Step<Armed> {
  return within(stepKeypoints(state, event, context), (next) => ({ tool: 'keypoints', state: next }))
}

function within<State>(step: Step<State>, wrap: (state: State) => Armed): Step<Armed> {
  return { ...step, state: wrap(step.state) }
}

/** Whether the tool makes shapes: it shows the crosshair and never takes hold of what is there. */
export function isDrawing({ tool }: Armed): boolean {
  return tool !== 'select' && tool !== 'hand'
}

/** Whether the tool changes pixels of masks: those that are selected stay so. */
export function paints(armed: Armed): armed is Extract<Armed, { tool: PaintTool }> {
  return armed.tool === 'brush' || armed.tool === 'eraser'
}

/** Whether something unfinished would be lost if the tool were put down. */
export function isDrafting(armed: Armed): boolean {
  if (armed.tool === 'hand') return false
  if (armed.tool === 'smart') return armed.state.prompts.length > 0 || armed.state.press !== undefined
  return (armed.tool === 'reshape' ? armed.state.path : armed.state).at !== 'idle'
}

/** Whether a run of arrow keys or a stroke of the brush is under way: it ends before anything else happens. */
export function isUnsettled(armed: Armed): boolean {
  if (armed.tool === 'select') return armed.state.at === 'nudging'
  return paints(armed) && armed.state.at === 'painting'
}

/** Whether a gesture has the selected shapes in hand: a press, a drag, held keys or a stroke. */
export function holdsSelection(armed: Armed): boolean {
  return armed.tool === 'select' ? armed.state.at !== 'idle' : isUnsettled(armed)
}

/** Whether the tool sets points, and nobody has said which ones there are. */
export function lacksPoints({ tool }: Armed, { skeleton }: ArmedContext): boolean {
  return tool === 'keypoints' && !skeleton
}

/** Whether what is drawn has nothing to do with the shapes that are selected: they are no longer. */
export function clearsSelection(armed: Armed): boolean {
  return isDrawing(armed) && armed.tool !== 'reshape' && !paints(armed)
}

/** A tool with nothing in hand. The polygon remembers the shape that was selected: a part of it can be redrawn. */
export function armedOver(tool: RailTool, selection: readonly ShapeId[]): Armed {
  const [over, ...others] = selection
  return tool === 'polygon' && over !== undefined && others.length === 0
    ? { tool, state: { at: 'idle', over } }
    : IDLE[tool]
}

/** The same tool with nothing in hand; one for a selection ends with it. */
export function atRest({ tool }: Armed): Armed {
  return IDLE[tool === 'reshape' ? 'select' : tool]
}

/** The shapes a gesture has in hand, as they were and as they would be. */
export function changesInHand(armed: Armed, context: ToolContext): readonly Change[] {
  return armed.tool === 'select' ? inHand(armed.state, context) : []
}

/** Whether the tool sets one point after the other, each of which can be taken back and put again. */
export function setsPoints(tool: ToolName): tool is 'polygon' | 'polyline' | 'keypoints' | 'reshape' {
  return tool === 'polygon' || tool === 'polyline' || tool === 'keypoints' || tool === 'reshape'
}
