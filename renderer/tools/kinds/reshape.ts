import type { ArmedTool } from '../armed.ts'
import { defineTool } from '../define-tool.ts'
import { IDLE_PATH, isPathEvent, steppedByKey } from '../polygon/path.ts'
import { type Purpose, type ReshapeState, reshapeOverlay, stepReshape } from '../reshape/reshape.ts'
import { pointSnap } from '../snap/glyph.ts'

/** Reshapes the selection. Armed by keys and commands. */
export const RESHAPE = defineTool<ReshapeState>({
  id: 'reshape',
  idle: { purpose: 'slice', path: IDLE_PATH },
  traits: { isDrawing: true, isForSelection: true, setsPoints: true, takesBack: true, followsBorders: true },
  step: stepReshape,
  stepOwn({ purpose, path }, event, context) {
    if (!isPathEvent(event)) return { state: { purpose, path } }
    const step = steppedByKey(path, event, context)
    return { ...step, state: { purpose, path: step.state } }
  },
  isDrafting: ({ path }) => path.at !== 'idle',
  overlay: (state, context) => [...reshapeOverlay(state, context), ...pointSnap(state.path, context)],
})

export function reshaping(purpose: Purpose): ArmedTool {
  return RESHAPE.inHand({ purpose, path: IDLE_PATH })
}
