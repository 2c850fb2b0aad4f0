import { compose, identity, mirrorX, mirrorY } from '#common/geometry/affine'
import { warpWithin } from '../plan.ts'
import { defineAugmentation } from './definition.ts'

/** Mirrors along each chosen axis with even chances. */
export const flip = defineAugmentation({
  key: 'flip',
  draw: (chosen, random) => {
    const [horizontal, vertical] = [random.chance(0.5), random.chance(0.5)]
    return { horizontal: chosen.horizontal && horizontal, vertical: chosen.vertical && vertical }
  },
  plan: ({ horizontal, vertical }, frame) => {
    const sideways = horizontal ? mirrorX(frame.width) : identity
    const upwards = vertical ? mirrorY(frame.height) : identity
    return warpWithin(frame, compose(sideways, upwards))
  },
})
