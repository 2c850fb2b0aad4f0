import { compose, scaling, translation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import { warpWithin } from '../plan.ts'
import type { Random } from '../random.ts'

type Window = {
  /** Of the area that is cut away. */
  readonly percent: number
  /** Where the window lies between the left (0) and the right (1), and between top and bottom. */
  readonly x: number
  readonly y: number
}

/** Cuts a window of the same proportions out, anywhere, and enlarges it to the old size. */
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
