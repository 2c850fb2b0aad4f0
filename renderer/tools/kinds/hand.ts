import { defineTool } from '../define-tool.ts'

/** Moves the view. It has nothing to be in the middle of. */
export const HAND = defineTool({
  id: 'hand',
  idle: undefined,
  traits: { pans: true },
  step: (state) => ({ state }),
  cursor: () => 'grab',
})
