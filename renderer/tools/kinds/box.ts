import { boxOverlay, IDLE_BOX, stepBox } from '../box.ts'
import { defineTool } from '../define-tool.ts'
import { pointSnap } from '../snap/glyph.ts'

export const BOX = defineTool({
  id: 'box',
  idle: IDLE_BOX,
  traits: { isDrawing: true, snaps: true, endsByPress: true },
  step: stepBox,
  isDrafting: ({ at }) => at !== 'idle',
  overlay: (state, context) => [...boxOverlay(state, context, context.color), ...pointSnap(state, context)],
})
