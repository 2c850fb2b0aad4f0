import type { Plan } from '../plan.ts'
import { GREY } from '../preprocess/grayscale.ts'
import type { Random } from '../random.ts'

/** Takes the colours of so many percent of the variants away. */
export const rgrayscale = {
  draw: ({ percent }: { readonly percent: number }, random: Random) => ({ grey: random.chance(percent / 100) }),
  plan: ({ grey }: { readonly grey: boolean }): Plan | undefined => (grey ? GREY : undefined),
}
