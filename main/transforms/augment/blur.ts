import type { Blur } from '../plan.ts'
import type { Random } from '../random.ts'

type Width = {
  /** Standard deviation. */
  readonly pixels: number
}

/** A narrower Gaussian changes nothing that an eye or a network sees. */
const LEAST_SIGMA = 0.3

/** A Gaussian blur of a width between none and the given one. */
export const blur = {
  draw: ({ pixels }: Width, random: Random) => ({ pixels: random.between(0, pixels) }),
  plan: ({ pixels }: Width): Blur | undefined => (pixels < LEAST_SIGMA ? undefined : { kind: 'blur', sigma: pixels }),
}
