import { type Orientation, orientationMap, orientedSize } from '#common/geometry/affine'
import { definePreprocessing } from './definition.ts'

/**
 * Images and annotations come in the displayed frame, so nothing moves when the step is on. When it is off, both return
 * to the stored frame. Neither result has EXIF data.
 */
export const autoOrient = definePreprocessing({
  key: 'auto-orient',
  plan: () => undefined,
  planOff: ({ frame, orientation }) => {
    const back = OPPOSITE[orientation]
    return {
      kind: 'warp',
      affine: orientationMap(back, frame),
      from: frame,
      frame: orientedSize(back, frame),
      edges: 'black',
    }
  },
})

/** All orientations except the two quarter turns are their own inverse. */
const OPPOSITE: Record<Orientation, Orientation> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6 }
