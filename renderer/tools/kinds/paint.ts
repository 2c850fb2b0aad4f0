import { defineTool, type OwnTool } from '../define-tool.ts'
import { type BrushState, IDLE_BRUSH, stepBrush } from '../mask/brush.ts'
import { brushOverlay } from '../mask/overlay.ts'
import type { PaintVerb } from '../tool.ts'

export const BRUSH = paintTool('brush', 'paint')
export const ERASER = paintTool('eraser', 'erase')

/** Makes a tool that changes pixels of masks; the second button does the opposite. */
function paintTool(id: string, verb: PaintVerb): OwnTool<BrushState> {
  return defineTool<BrushState>({
    id,
    idle: IDLE_BRUSH,
    traits: { isDrawing: true, paints: true, takesBack: true },
    step: (state, event, context) => stepBrush(state, event, { verb, context }),
    isDrafting: ({ at }) => at !== 'idle',
    isUnsettled: ({ at }) => at === 'painting',
    overlay: (state, context) => brushOverlay(state, context, verb === 'erase'),
    paint: (state) => ({ verb, stroke: state.at === 'painting' ? state : undefined }),
  })
}
