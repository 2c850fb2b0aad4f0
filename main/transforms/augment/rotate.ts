import { rotationAbout } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import { warpWithin } from '../plan.ts'
import type { Random } from '../random.ts'

type Angle = {
  readonly degrees: number
}

/** Rotates about the center by up to the angle in either direction; positive is clockwise on screen. */
export const rotate = {
  draw: ({ degrees }: Angle, random: Random) => ({ degrees: random.between(-degrees, degrees) }),
  plan: ({ degrees }: Angle, frame: Size) =>
    warpWithin(frame, rotationAbout(degrees, { x: frame.width / 2, y: frame.height / 2 })),
}
