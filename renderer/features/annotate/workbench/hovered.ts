import type { ShapeId } from '#common/ids'
import type { Bench } from './bench.ts'

/** The shape that is pointed at: in the list, or by the select tool while it looks for something to take hold of. */
export function hoveredShape({ hovered, armed, pointer }: Bench): ShapeId | undefined {
  if (hovered !== undefined) return hovered
  if (armed.tool !== 'select' || armed.state.at !== 'idle' || !pointer) return undefined
  const over = armed.state.over
  return over?.kind === 'shapes' || over?.kind === 'selection' ? over.stack[0] : undefined
}
