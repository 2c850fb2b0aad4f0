import { dabMiddle } from '#common/geometry/painting/sweep'
import type { ImagePoint } from '#common/geometry/space'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type { BrushContext, BrushState } from './brush.ts'
import { lassoOverlay } from './lasso.ts'

interface BrushLook {
  /** Where the next dab would be. */
  readonly aim: ImagePoint | undefined
  readonly color: string
  readonly isEraser: boolean
}

/** The edge of the brush at its true size, or the outline under way. */
export function brushOverlay(
  state: BrushState,
  { brush, paintWay }: Pick<BrushContext, 'brush' | 'paintWay'>,
  { aim, color, isEraser }: BrushLook,
): readonly OverlayItem[] {
  if (state.at === 'outlining') return lassoOverlay(state, color)
  if (!aim || paintWay !== 'stroke') return []
  return [{ kind: 'brush', middle: dabMiddle(aim, brush), brush, isEraser }]
}
