import type { Plan } from '../plan.ts'
import { GREY } from '../preprocess/grayscale.ts'
import type { Random } from '../random.ts'

/** Converts a percentage of the variants to grayscale. */
export const rgrayscale = {
  draw: ({ percent }: { readonly percent: number }, random: Random) => ({ grey: random.chance(percent / 100) }),
  plan: ({ grey }: { readonly grey: boolean }): Plan | undefined => (grey ? GREY : undefined),
}
