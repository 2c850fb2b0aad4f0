import type { Recolour } from '../plan.ts'
import type { Random } from '../random.ts'
import { mapValues, tableOf } from '../raster.ts'

type Share = {
  readonly percent: number
}

/** Applies a gamma curve, which becomes all white at 100 and all black at −100. */
export const exposure = {
  draw: ({ percent }: Share, random: Random) => ({ percent: random.between(-percent, percent) }),
  plan: ({ percent }: Share): Recolour => {
    const share = percent / 100
    const gamma = share >= 0 ? 1 - share : 1 / (1 + share)
    return {
      kind: 'recolour',
      edit: (pixels) =>
        mapValues(
          pixels,
          tableOf((value) => 255 * (value / 255) ** gamma),
        ),
    }
  },
}
