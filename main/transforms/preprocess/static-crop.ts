import type { Size } from '#common/geometry/space'
import { cutOut } from '../plan.ts'
import { definePreprocessing } from './definition.ts'

/** Cuts the same window out of every picture; edges fall on whole pixels, rounded down as at inference. */
export const staticCrop = definePreprocessing({
  key: 'static-crop',
  plan: ({ x_min, x_max, y_min, y_max }, { frame }) => {
    const { width, height } = frame
    const across = interval([x_min, x_max], width)
    const down = interval([y_min, y_max], height)
    return cutOut(frame, { x0: across.from, x1: across.to, y0: down.from, y1: down.to }, 'black')
  },
})

/** In pixels; at least one is left. */
function interval([min, max]: readonly [number, number], size: Size['width']) {
  const from = Math.min(Math.floor((min / 100) * size), size - 1)
  return { from, to: Math.max(from + 1, Math.floor((max / 100) * size)) }
}
