import type { Size, ViewPoint } from '#common/geometry/space'
import { uiFactor } from '#renderer/ui/app/ui-scale'

/** Room that is kept to the border of the canvas, in view pixels. */
const ROOM = 8

/** Where a small box opens so that it stays on the canvas: at a point or as near to it as it goes. `box` is in pixels of the design. */
export function placeBox(view: Size, at: ViewPoint, box: Size): { readonly left: number; readonly top: number } {
  const factor = uiFactor()
  return {
    left: Math.max(ROOM, Math.min(at.x, view.width - box.width * factor - ROOM)),
    top: Math.max(ROOM, Math.min(at.y, view.height - box.height * factor - ROOM)),
  }
}
