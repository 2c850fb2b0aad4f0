import { defineTool } from '../define-tool.ts'
import { IDLE_ROTATED_BOX, rotatedBoxOverlay, stepRotatedBox } from '../rotated-box.ts'

export const ROTATED_BOX = defineTool({
  id: 'rotated-box',
  idle: IDLE_ROTATED_BOX,
  traits: { isDrawing: true, takesBack: true },
  step: stepRotatedBox,
  isDrafting: ({ at }) => at !== 'idle',
  overlay: (state, context) => rotatedBoxOverlay(state, context, context.color),
})
