import type { Change } from '#common/annotation/edit'
import { type BoxState, IDLE_BOX, stepBox } from './box.ts'
import { IDLE_KEYPOINTS, type KeypointsEvent, type KeypointsState, type SkipEvent, stepKeypoints } from './keypoints.ts'
import { IDLE_POLYGON, type PolygonState, stepPolygon } from './polygon.ts'
import { IDLE_SELECT, inHand, type SelectState, stepSelect } from './select.ts'
import { IDLE_SMART, isCutEvent, type SmartContext, type SmartEvent, type SmartState, stepSmart } from './smart.ts'
import type { Step, ToolContext } from './tool.ts'

/** The tools, in the order of the rail. */
export const TOOLS = ['select', 'hand', 'box', 'keypoints', 'polygon', 'smart'] as const
export type ToolName = (typeof TOOLS)[number]

/** The tool in hand with what it is in the middle of. The hand has no state: it moves the view. */
export type Armed =
  | { readonly tool: 'select'; readonly state: SelectState }
  | { readonly tool: 'hand' }
  | { readonly tool: 'box'; readonly state: BoxState }
  | { readonly tool: 'keypoints'; readonly state: KeypointsState }
  | { readonly tool: 'polygon'; readonly state: PolygonState }
  | { readonly tool: 'smart'; readonly state: SmartState }

export const IDLE = {
  select: { tool: 'select', state: IDLE_SELECT },
  hand: { tool: 'hand' },
  box: { tool: 'box', state: IDLE_BOX },
  keypoints: { tool: 'keypoints', state: IDLE_KEYPOINTS },
  polygon: { tool: 'polygon', state: IDLE_POLYGON },
  smart: { tool: 'smart', state: IDLE_SMART },
} as const satisfies { readonly [Name in ToolName]: Armed }

/** What can happen to any tool; each hears what is its own. */
export type ArmedEvent = SmartEvent | SkipEvent

export function stepArmed(armed: Armed, event: ArmedEvent, context: SmartContext): Step<Armed> {
  if (event.type === 'skip')
    return armed.tool === 'keypoints' ? stepPoints(armed.state, event, context) : { state: armed }
  if (armed.tool === 'smart')
    return within(stepSmart(armed.state, event, context), (state) => ({ tool: 'smart', state }))
  if (armed.tool === 'hand' || isCutEvent(event)) return { state: armed }
  switch (armed.tool) {
    case 'select':
      return within(stepSelect(armed.state, event, context), (state) => ({ tool: 'select', state }))
    case 'box':
      return within(stepBox(armed.state, event, context), (state) => ({ tool: 'box', state }))
    case 'keypoints':
      return stepPoints(armed.state, event, context)
    case 'polygon':
      return within(stepPolygon(armed.state, event, context), (state) => ({ tool: 'polygon', state }))
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
  return tool === 'box' || tool === 'keypoints' || tool === 'polygon' || tool === 'smart'
}

/** Whether something unfinished would be lost if the tool were put down. */
export function isDrafting(armed: Armed): boolean {
  switch (armed.tool) {
    case 'hand':
      return false
    case 'select':
    case 'box':
    case 'keypoints':
    case 'polygon':
      return armed.state.at !== 'idle'
    case 'smart':
      return armed.state.prompts.length > 0 || armed.state.press !== undefined
  }
}

/** The shapes a gesture has in hand, as they were and as they would be. */
export function changesInHand(armed: Armed, context: ToolContext): readonly Change[] {
  return armed.tool === 'select' ? inHand(armed.state, context) : []
}
