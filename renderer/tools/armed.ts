import type { Change } from '#common/annotation/edit'
import { type BoxState, IDLE_BOX, stepBox } from './box.ts'
import { IDLE_KEYPOINTS, type KeypointsEvent, type KeypointsState, type SkipEvent, stepKeypoints } from './keypoints.ts'
import { IDLE_PATH, type PathState } from './path.ts'
import { IDLE_POINT, type PointState, stepPoint } from './point.ts'
import { stepPolygon } from './polygon.ts'
import { stepPolyline } from './polyline.ts'
import { IDLE_ROTATED_BOX, type RotatedBoxState, stepRotatedBox } from './rotated-box.ts'
import { IDLE_SELECT, inHand, type SelectState, stepSelect } from './select.ts'
import { IDLE_SMART, isCutEvent, type SmartContext, type SmartEvent, type SmartState, stepSmart } from './smart.ts'
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
  'smart',
] as const
export type ToolName = (typeof TOOLS)[number]

/** The tool in hand with what it is in the middle of. The hand has no state: it moves the view. */
export type Armed =
  | { readonly tool: 'select'; readonly state: SelectState }
  | { readonly tool: 'hand' }
  | { readonly tool: 'box'; readonly state: BoxState }
  | { readonly tool: 'rotated-box'; readonly state: RotatedBoxState }
  | { readonly tool: 'polygon' | 'polyline'; readonly state: PathState }
  | { readonly tool: 'point'; readonly state: PointState }
  | { readonly tool: 'keypoints'; readonly state: KeypointsState }
  | { readonly tool: 'smart'; readonly state: SmartState }

export const IDLE = {
  select: { tool: 'select', state: IDLE_SELECT },
  hand: { tool: 'hand' },
  box: { tool: 'box', state: IDLE_BOX },
  'rotated-box': { tool: 'rotated-box', state: IDLE_ROTATED_BOX },
  polygon: { tool: 'polygon', state: IDLE_PATH },
  polyline: { tool: 'polyline', state: IDLE_PATH },
  point: { tool: 'point', state: IDLE_POINT },
  keypoints: { tool: 'keypoints', state: IDLE_KEYPOINTS },
  smart: { tool: 'smart', state: IDLE_SMART },
} as const satisfies { readonly [Name in ToolName]: Armed }

/** What can happen to any tool; each hears what is its own. */
export type ArmedEvent = SmartEvent | SkipEvent

export function stepArmed(armed: Armed, event: ArmedEvent, context: SmartContext): Step<Armed> {
  if (event.type === 'skip')
    return armed.tool === 'keypoints' ? stepPoints(armed.state, event, context) : { state: armed }
  if (armed.tool === 'smart')
    return within(stepSmart(armed.state, event, context), (state) => ({ tool: 'smart', state }))
  return armed.tool === 'hand' || isCutEvent(event) ? { state: armed } : stepHandTool(armed, event, context)
}

/** Tools that a hand alone draws with. */
function stepHandTool(
  armed: Exclude<Armed, { tool: 'hand' | 'smart' }>,
  event: ToolEvent,
  context: ToolContext,
): Step<Armed> {
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

/** Whether something unfinished would be lost if the tool were put down. */
export function isDrafting(armed: Armed): boolean {
  if (armed.tool === 'hand') return false
  if (armed.tool === 'smart') return armed.state.prompts.length > 0 || armed.state.press !== undefined
  return armed.state.at !== 'idle'
}

/** The shapes a gesture has in hand, as they were and as they would be. */
export function changesInHand(armed: Armed, context: ToolContext): readonly Change[] {
  return armed.tool === 'select' ? inHand(armed.state, context) : []
}

/** Whether the tool sets one point after the other, each of which can be taken back and put again. */
export function setsPoints(tool: ToolName): tool is 'polygon' | 'polyline' | 'keypoints' {
  return tool === 'polygon' || tool === 'polyline' || tool === 'keypoints'
}
