import type { Plan } from '../plan.ts'
import type { Random } from '../random.ts'
import { CHANNELS, forByte, type Pixels } from '../raster.ts'

type Share = {
  readonly percent: number
}

/** Multiplies the HSV saturation by `1 + percent / 100`, clamped to full saturation. */
export const saturation = {
  draw: ({ percent }: Share, random: Random) => ({ percent: random.between(-percent, percent) }),
  plan: ({ percent }: Share): Plan => ({ kind: 'recolour', edit: (pixels) => saturate(pixels, 1 + percent / 100) }),
}

/** With constant hue and value, every channel moves away from the largest one in proportion. */
function saturate({ data }: Pixels, factor: number): void {
  for (let i = 0; i < data.length; i += CHANNELS) {
    const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]
    const top = Math.max(red, green, blue)
    const chroma = top - Math.min(red, green, blue)
    if (chroma === 0) continue
    const ratio = Math.min(factor, top / chroma)
    data[i] = forByte(top - (top - red) * ratio)
    data[i + 1] = forByte(top - (top - green) * ratio)
    data[i + 2] = forByte(top - (top - blue) * ratio)
  }
}
