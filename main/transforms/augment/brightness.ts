import { defineAugmentation } from './definition.ts'

/** Moves every value towards white (positive) or black (negative) by a percentage of the way. */
export const brightness = defineAugmentation({
  key: 'brightness',
  draw: ({ brighten, darken, percent }, random) => ({
    percent: random.between(darken ? -percent : 0, brighten ? percent : 0),
  }),
  plan: ({ percent }) => {
    const share = percent / 100
    return share > 0
      ? { kind: 'tone', gain: 1 - share, offset: 255 * share }
      : { kind: 'tone', gain: 1 + share, offset: 0 }
  },
})
