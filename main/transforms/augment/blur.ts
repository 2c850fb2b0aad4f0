import type { Blur } from '../plan.ts'
import type { Random } from '../random.ts'

type Width = {
  /** Standard deviation in pixels. */
  readonly pixels: number
}

/** A narrower Gaussian makes no visible difference. */
const LEAST_SIGMA = 0.3

/** A Gaussian blur with a standard deviation between 0 and `pixels`. */
export const blur = {
  draw: ({ pixels }: Width, random: Random) => ({ pixels: random.between(0, pixels) }),
  plan: ({ pixels }: Width): Blur | undefined => (pixels < LEAST_SIGMA ? undefined : { kind: 'blur', sigma: pixels }),
}
