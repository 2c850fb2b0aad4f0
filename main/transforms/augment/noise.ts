import type { Recolour } from '../plan.ts'
import { type Random, streamFrom } from '../random.ts'
import { CHANNELS, type Pixels } from '../raster.ts'

type Grains = {
  /** Percentage of pixels to change. */
  readonly percent: number
  /** Seed of the generator for positions and colors. */
  readonly start: number
}

/** Salt-and-pepper noise: some pixels become black or white with equal probability. */
export const noise = {
  draw: ({ percent }: { readonly percent: number }, random: Random) => ({
    percent: random.between(0, percent),
    start: Math.floor(random.next() * 2 ** 32),
  }),
  plan: ({ percent, start }: Grains): Recolour => ({
    kind: 'recolour',
    edit: (pixels) => scatter(pixels, percent / 100, streamFrom(start)),
  }),
}

function scatter({ data, width, height }: Pixels, share: number, random: Random): void {
  const total = width * height
  const wanted = Math.round(share * total)
  // Choosing the smaller of the two sets draws few positions twice.
  const isSparse = wanted <= total / 2
  const drawn = distinct(isSparse ? wanted : total - wanted, total, random)
  for (let place = 0; place < total; place += 1) {
    if ((drawn[place] === 1) === isSparse)
      data.fill(random.chance(0.5) ? 255 : 0, place * CHANNELS, (place + 1) * CHANNELS)
  }
}

/** Marks `count` different positions. */
function distinct(count: number, total: number, random: Random): Uint8Array {
  const marks = new Uint8Array(total)
  for (let left = count; left > 0; ) {
    const place = Math.floor(random.next() * total)
    if (marks[place] === 1) continue
    marks[place] = 1
    left -= 1
  }
  return marks
}
