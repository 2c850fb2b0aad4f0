import { dabMiddle } from '#common/geometry/painting/sweep'
import { toImage } from '#common/geometry/space'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type { OverlayContext } from '../armed.ts'
import type { BrushState } from './brush.ts'
import { lassoOverlay } from './lasso.ts'

type Look = Pick<OverlayContext, 'brush' | 'paintWay' | 'color' | 'cursor' | 'pointer' | 'viewport'>

/** Returns the edge of the brush at true size where the next dab would be, or the unfinished outline. */
export function brushOverlay(state: BrushState, look: Look, isEraser: boolean): readonly OverlayItem[] {
  const { brush, paintWay, color, cursor, pointer, viewport } = look
  if (state.at === 'outlining') return lassoOverlay(state, color)
  const aim = cursor ?? (pointer && toImage(pointer, viewport))
  if (!aim || paintWay !== 'stroke') return []
  return [{ kind: 'brush', middle: dabMiddle(aim, brush), brush, isEraser }]
}
