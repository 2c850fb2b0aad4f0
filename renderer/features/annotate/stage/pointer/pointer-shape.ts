import type { EditorState } from '../../model/editor-state.ts'

/** The CSS cursor over the canvas. */
export function cursorOf({ armed, options, isSpaceHeld, cursor }: EditorState): string {
  if (isSpaceHeld) return 'grab'
  // The crosshair is drawn on the canvas; a second one beside it would lie about where it aims.
  if (armed.traits.isDrawing) return options.hasCrosshair && cursor === undefined ? 'none' : 'crosshair'
  return armed.cursor ?? 'default'
}
