import { toImage } from '#common/geometry/space'
import type { GestureListener } from '#renderer/canvas/gestures'
import { longPress } from '../../commands/pile/pile.ts'
import { focusProposalAt } from '../../commands/proposals/proposals.ts'
import { pan, zoom } from '../../commands/view/view.ts'
import type { Editor } from '../../editor/editor.ts'

/** Passes pointer events over the canvas to the tool in hand or to the view. */
export function gestureListener(editor: Editor): GestureListener {
  const held = longPress(editor)
  return {
    press(at, press) {
      // Nothing is shown yet: nobody knows where in the image this is.
      if (editor.state.frame === undefined) return
      held.start(at)
      editor.set({ pointer: at, cursor: undefined, pressed: undefined, picker: keptPicker(editor) })
      const point = toImage(at, editor.state.viewport)
      editor.send({ type: 'down', ...press, at: point })
      if (!press.shift && !press.alt) focusProposalAt(editor, point)
    },
    move(at, keys) {
      held.move(at)
      editor.set({ pointer: at, cursor: undefined, pressed: undefined })
      editor.send({ type: 'move', at: toImage(at, editor.state.viewport), ...keys })
    },
    release(at, keys) {
      held.stop()
      editor.send({ type: 'up', at: toImage(at, editor.state.viewport), ...keys })
    },
    interrupt() {
      held.stop()
      editor.send({ type: 'cancel' })
    },
    leave: () => editor.set({ pointer: undefined }),
    pan: (at, by) => pan(editor, at, by),
    zoom: (at, factor) => zoom(editor, at, factor),
    turn: () => false,
    isPanning: () => editor.state.isSpaceHeld || editor.state.armed.traits.pans,
  }
}

/** A press beside the picker closes it, unless a drawn shape waits in it. */
function keptPicker({ state: { picker } }: Editor) {
  return picker?.drawn ? picker : undefined
}
