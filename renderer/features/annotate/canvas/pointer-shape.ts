import { isDrawing } from '#renderer/tools/armed'
import type { Grip } from '#renderer/tools/grips'
import { gripOf } from '#renderer/tools/select/state'
import type { Bench } from '../workbench/bench.ts'

/** The CSS cursor over the canvas. */
export function cursorOf({ armed, options, isSpaceHeld, cursor }: Bench): string {
  if (isSpaceHeld || armed.tool === 'hand') return 'grab'
  // The crosshair is drawn on the canvas; a second one beside it would lie about where it aims.
  if (isDrawing(armed)) return options.hasCrosshair && cursor === undefined ? 'none' : 'crosshair'
  const grip = armed.tool === 'select' ? gripOf(armed.state) : undefined
  return grip ? cursorOfGrip(grip) : 'default'
}

function cursorOfGrip(grip: Grip): string {
  switch (grip.kind) {
    case 'handle':
      return handleCursor(grip)
    case 'turn':
      return 'grab'
    case 'corner':
    case 'keypoint':
    case 'edge':
      return 'pointer'
    case 'selection':
      return 'move'
    case 'shapes':
    case 'ground':
      return 'default'
  }
}

/** Arrows to both sides, by eighths of a turn clockwise from the right. */
const RESIZE = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'] as const

/** The arrows along which the handle moves; those of a turned box turn with it. */
function handleCursor({ x, y, angle }: Extract<Grip, { kind: 'handle' }>): string {
  const direction = (Math.atan2(y, x) * 180) / Math.PI + angle
  return RESIZE[((Math.round(direction / 45) % 4) + 4) % 4] ?? 'default'
}
