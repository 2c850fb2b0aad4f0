import { type Orientation, orientationMap, orientedSize } from '#common/geometry/affine'
import { definePreprocessing } from './definition.ts'

/**
 * Images and labels come in the displayed frame, so with the step on nothing moves. Off, both go back into the frame
 * the file is stored in. Either way the result carries no EXIF.
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

/** All but the two quarter turns are their own opposite. */
const OPPOSITE: Record<Orientation, Orientation> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6 }
