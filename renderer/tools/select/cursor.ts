import type { Grip } from '../grips.ts'

/** Returns the CSS cursor for a grip. */
export function cursorOfGrip(grip: Grip): string {
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

/** Two-way arrows, by eighths of a turn clockwise from the positive x axis. */
const RESIZE = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'] as const

/** Returns the arrow along which the handle moves, rotated with the box. */
function handleCursor({ x, y, angle }: Extract<Grip, { kind: 'handle' }>): string {
  const direction = (Math.atan2(y, x) * 180) / Math.PI + angle
  return RESIZE[((Math.round(direction / 45) % 4) + 4) % 4] ?? 'default'
}
