import type { ShapeId } from '#common/ids'
import { defineTool } from '../define-tool.ts'
import type { Grip } from '../grips.ts'
import { cursorOfGrip } from '../select/cursor.ts'
import { inHand } from '../select/in-hand.ts'
import { selectOverlay } from '../select/overlay.ts'
import { stepSelect } from '../select/select.ts'
import { gripOf, IDLE_SELECT, type SelectState } from '../select/state.ts'

export const SELECT = defineTool<SelectState>({
  id: 'select',
  idle: IDLE_SELECT,
  traits: { takesHold: true },
  step: stepSelect,
  isDrafting: ({ at }) => at !== 'idle',
  isUnsettled: ({ at }) => at === 'nudging',
  holdsSelection: ({ at }) => at !== 'idle',
  overlay: selectOverlay,
  changes: inHand,
  cursor(state) {
    const grip = gripOf(state)
    return grip && cursorOfGrip(grip)
  },
  hovered: (state) => (state.at === 'idle' ? stackOf(state.over)[0] : undefined),
  pressed: (state) => (state.at === 'pressed' ? stackOf(state.grip) : []),
})

/** Returns the overlapping shapes under a press. */
function stackOf(grip: Grip | undefined): readonly ShapeId[] {
  return grip?.kind === 'shapes' || grip?.kind === 'selection' ? grip.stack : []
}
