import { isDrawing } from '#renderer/tools/armed'
import type { Grip } from '#renderer/tools/grips'
import type { Bench } from '../workbench/bench.ts'

/** The CSS cursor over the canvas. */
export function cursorOf({ armed, options, isSpaceHeld, cursor }: Bench): string {
  if (isSpaceHeld || armed.tool === 'hand') return 'grab'
  // The crosshair is drawn on the canvas; a second one beside it would lie about where it aims.
  if (isDrawing(armed)) return options.hasCrosshair && cursor === undefined ? 'none' : 'crosshair'
  if (armed.tool !== 'select' || armed.state.at === 'nudging') return 'default'
  const grip = armed.state.at === 'idle' ? armed.state.over : armed.state.grip
  return grip ? cursorOfGrip(grip) : 'default'
}

function cursorOfGrip(grip: Grip): string {
  switch (grip.kind) {
    case 'handle':
      return handleCursor(grip.x, grip.y)
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

function handleCursor(x: number, y: number): string {
  if (x === 0) return 'ns-resize'
  if (y === 0) return 'ew-resize'
  return x === y ? 'nwse-resize' : 'nesw-resize'
}
