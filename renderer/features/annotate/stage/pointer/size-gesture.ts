import type { ViewPoint } from '#common/geometry/space'
import type { GestureListener } from '#renderer/canvas/gestures'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { setBrushSize, stepBrushSize } from '../../tools/brush/brush-settings.ts'

/** A press that sizes the brush: where it began, and with which size. */
interface Sizing {
  readonly from: ViewPoint
  readonly size: number
}

/** The same listener, but that a drag of the second button with Alt to the side, and the wheel with Alt, change the size of the brush. */
export function withBrushSize(editor: Editor, listener: GestureListener): GestureListener {
  let sizing: Sizing | undefined
  return {
    ...listener,
    press(at, press) {
      const isSizing = press.alt && press.button === 'second' && editor.state.armed.traits.paints
      if (!isSizing) return listener.press(at, press)
      sizing = { from: at, size: editor.state.options.brush.size }
      editor.set({ pointer: at, cursor: undefined })
    },
    // The brush stays where it is, so that its edge is seen to grow.
    move(at, keys) {
      if (!sizing) return listener.move(at, keys)
      const { viewport } = editor.state
      setBrushSize(editor, sizing.size + (2 * (at.x - sizing.from.x)) / viewport.scale)
    },
    release(at, keys) {
      if (!sizing) return listener.release(at, keys)
      sizing = undefined
      editor.announce(t('Brush {{px}} px', { px: editor.state.options.brush.size }))
    },
    interrupt() {
      if (!sizing) return listener.interrupt()
      setBrushSize(editor, sizing.size)
      sizing = undefined
    },
    turn(notches) {
      if (!editor.state.armed.traits.paints) return false
      stepBrushSize(editor, notches)
      return true
    },
  }
}
