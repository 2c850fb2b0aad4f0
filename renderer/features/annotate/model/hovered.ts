import type { ShapeId } from '#common/ids'
import type { EditorState } from './editor-state.ts'

/** The shape that is pointed at: in the list, or by a tool while it looks for something to take hold of. */
export function hoveredShape({ hovered, armed, pointer }: EditorState): ShapeId | undefined {
  if (hovered !== undefined) return hovered
  return pointer ? armed.hovered : undefined
}
