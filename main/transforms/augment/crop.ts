import { compose, scaling, translation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import { warpWithin } from '../plan.ts'
import type { Random } from '../random.ts'

type Window = {
  /** Percentage of the area that is cut away. */
  readonly percent: number
  /** Position of the window between left (0) and right (1), and between top and bottom. */
  readonly x: number
  readonly y: number
}

/** Crops a random window of the same aspect ratio and enlarges it to the old size. */
export const crop = {
  draw: ({ min, max }: { readonly min: number; readonly max: number }, random: Random): Window => ({
    percent: random.between(min, max),
    x: random.next(),
    y: random.next(),
  }),
  plan: ({ percent, x, y }: Window, frame: Size) => {
    const side = Math.sqrt(1 - percent / 100)
    const corner = translation(-x * frame.width * (1 - side), -y * frame.height * (1 - side))
    return warpWithin(frame, compose(corner, scaling(1 / side, 1 / side)))
  },
}
