import type { ViewPoint } from '#common/geometry/space'
import type { GestureListener } from '#renderer/canvas/gestures'
import { t } from '#renderer/kit/words/words'
import { paints } from '#renderer/tools/armed'
import type { Workbench } from '../workbench/workbench.ts'
import { setBrushSize, stepBrushSize } from './brush-acts.ts'

/** A press that sizes the brush: where it began, and with which size. */
interface Sizing {
  readonly from: ViewPoint
  readonly size: number
}

/** The same listener, but that a drag of the second button with Alt to the side, and the wheel with Alt, change the size of the brush. */
export function withBrushSize(bench: Workbench, listener: GestureListener): GestureListener {
  let sizing: Sizing | undefined
  return {
    ...listener,
    press(at, press) {
      const isSizing = press.alt && press.button === 'second' && paints(bench.bench.armed)
      if (!isSizing) return listener.press(at, press)
      sizing = { from: at, size: bench.bench.options.brush.size }
      bench.set({ pointer: at, cursor: undefined })
    },
    // The brush stays where it is, so that its edge is seen to grow.
    move(at, keys) {
      if (!sizing) return listener.move(at, keys)
      const { viewport } = bench.bench
      setBrushSize(bench, sizing.size + (2 * (at.x - sizing.from.x)) / viewport.scale)
    },
    release(at, keys) {
      if (!sizing) return listener.release(at, keys)
      sizing = undefined
      bench.announce(t('Brush {{px}} px', { px: bench.bench.options.brush.size }))
    },
    interrupt() {
      if (!sizing) return listener.interrupt()
      setBrushSize(bench, sizing.size)
      sizing = undefined
    },
    turn(notches) {
      if (!paints(bench.bench.armed)) return false
      stepBrushSize(bench, notches)
      return true
    },
  }
}
