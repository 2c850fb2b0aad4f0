import { compose, identity, mirrorX, mirrorY } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import { warpWithin } from '../plan.ts'
import type { Random } from '../random.ts'

type Axes = {
  readonly horizontal: boolean
  readonly vertical: boolean
}

/** Mirrors along each chosen axis with a probability of one half. */
export const flip = {
  draw: (chosen: Axes, random: Random) => {
    const [horizontal, vertical] = [random.chance(0.5), random.chance(0.5)]
    return { horizontal: chosen.horizontal && horizontal, vertical: chosen.vertical && vertical }
  },
  plan: ({ horizontal, vertical }: Axes, frame: Size) => {
    const sideways = horizontal ? mirrorX(frame.width) : identity
    const upwards = vertical ? mirrorY(frame.height) : identity
    return warpWithin(frame, compose(sideways, upwards))
  },
}
