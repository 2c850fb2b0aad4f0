import { defineTool } from '../define-tool.ts'
import { smartOverlay } from '../smart/overlay.ts'
import { IDLE_SMART, isCutEvent, stepSmart } from '../smart/smart.ts'

export const SMART = defineTool({
  id: 'smart',
  idle: IDLE_SMART,
  traits: { isDrawing: true, takesBack: true },
  step: stepSmart,
  stepOwn: (state, event, context) => (isCutEvent(event) ? stepSmart(state, event, context) : { state }),
  isDrafting: ({ prompts, press }) => prompts.length > 0 || press !== undefined,
  fadesShapes: ({ prompts }) => prompts.length > 0,
  overlay: smartOverlay,
})
