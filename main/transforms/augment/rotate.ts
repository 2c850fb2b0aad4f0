import { rotationAbout } from '#common/geometry/affine'
import { warpWithin } from '../plan.ts'
import { defineAugmentation } from './definition.ts'

/** Turns about the centre by up to the angle, either way; positive is clockwise on screen. */
export const rotate = defineAugmentation({
  key: 'rotate',
  draw: ({ degrees }, random) => ({ degrees: random.between(-degrees, degrees) }),
  plan: ({ degrees }, frame) => warpWithin(frame, rotationAbout(degrees, { x: frame.width / 2, y: frame.height / 2 })),
})
