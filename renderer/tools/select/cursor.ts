import type { Grip } from '../grips.ts'

/** The CSS cursor over what would be taken hold of. */
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

/** Arrows to both sides, by eighths of a turn clockwise from the right. */
const RESIZE = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'] as const

/** The arrows along which the handle moves; those of a turned box turn with it. */
function handleCursor({ x, y, angle }: Extract<Grip, { kind: 'handle' }>): string {
  const direction = (Math.atan2(y, x) * 180) / Math.PI + angle
  return RESIZE[((Math.round(direction / 45) % 4) + 4) % 4] ?? 'default'
}
