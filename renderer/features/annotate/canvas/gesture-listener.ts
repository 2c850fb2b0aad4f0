import { toImage } from '#common/geometry/space'
import type { GestureListener } from '#renderer/canvas/gestures'
import { longPress } from '../pile/pile-acts.ts'
import { focusProposalAt } from '../proposals/proposal-acts.ts'
import { pan, zoom } from '../workbench/view-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** What the pointer does over the canvas, said to the tool in hand or to the view. */
export function gestureListener(bench: Workbench): GestureListener {
  const held = longPress(bench)
  return {
    press(at, press) {
      // Nothing is shown yet: nobody knows where in the image this is.
      if (bench.bench.frame === undefined) return
      held.start(at)
      bench.set({ pointer: at, cursor: undefined, pressed: undefined, picker: keptPicker(bench) })
      const point = toImage(at, bench.bench.viewport)
      bench.send({ type: 'down', ...press, at: point })
      if (!press.shift && !press.alt) focusProposalAt(bench, point)
    },
    move(at, keys) {
      held.move(at)
      bench.set({ pointer: at, cursor: undefined, pressed: undefined })
      bench.send({ type: 'move', at: toImage(at, bench.bench.viewport), ...keys })
    },
    release(at, keys) {
      held.stop()
      bench.send({ type: 'up', at: toImage(at, bench.bench.viewport), ...keys })
    },
    interrupt() {
      held.stop()
      bench.send({ type: 'cancel' })
    },
    leave: () => bench.set({ pointer: undefined }),
    pan: (at, by) => pan(bench, at, by),
    zoom: (at, factor) => zoom(bench, at, factor),
    turn: () => false,
    isPanning: () => bench.bench.isSpaceHeld || bench.bench.armed.tool === 'hand',
  }
}

/** A press beside the picker closes it, unless a drawn shape waits in it. */
function keptPicker({ bench: { picker } }: Workbench) {
  return picker?.drawn ? picker : undefined
}
