import { defineTool } from '../define-tool.ts'

/** Pans the view; has no state. */
export const HAND = defineTool({
  id: 'hand',
  idle: undefined,
  traits: { pans: true },
  step: (state) => ({ state }),
  cursor: () => 'grab',
})
