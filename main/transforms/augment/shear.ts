import { shearAbout } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import { warpWithin } from '../plan.ts'
import type { Random } from '../random.ts'

type Angles = {
  readonly horizontal: number
  readonly vertical: number
}

/** Shears by up to the angles in degrees in either direction, about the center. */
export const shear = {
  draw: ({ horizontal, vertical }: Angles, random: Random) => ({
    horizontal: random.between(-horizontal, horizontal),
    vertical: random.between(-vertical, vertical),
  }),
  plan: (angles: Angles, frame: Size) =>
    warpWithin(frame, shearAbout(angles, { x: frame.width / 2, y: frame.height / 2 })),
}
