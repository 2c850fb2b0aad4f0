import type { Tone } from '../plan.ts'
import type { Random } from '../random.ts'

type Ways = {
  readonly brighten: boolean
  readonly darken: boolean
  readonly percent: number
}

/** Moves every value towards white (positive) or black (negative) by a percentage of the way. */
export const brightness = {
  draw: ({ brighten, darken, percent }: Ways, random: Random) => ({
    percent: random.between(darken ? -percent : 0, brighten ? percent : 0),
  }),
  plan: ({ percent }: Pick<Ways, 'percent'>): Tone => {
    const share = percent / 100
    return share > 0
      ? { kind: 'tone', gain: 1 - share, offset: 255 * share }
      : { kind: 'tone', gain: 1 + share, offset: 0 }
  },
}
