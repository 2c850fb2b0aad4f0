import type { Plan } from '../plan.ts'
import type { Random } from '../random.ts'
import { CHANNELS, forByte, type Pixels } from '../raster.ts'

type Angle = {
  readonly degrees: number
}

/** Rotates the HSV hue by up to the angle in either direction. */
export const hue = {
  draw: ({ degrees }: Angle, random: Random) => ({ degrees: random.between(-degrees, degrees) }),
  plan: ({ degrees }: Angle): Plan => ({ kind: 'recolour', edit: (pixels) => turnHue(pixels, degrees) }),
}

/** Rotates the hue of each pixel, keeping its value and chroma. */
function turnHue({ data }: Pixels, degrees: number): void {
  const turn = (((degrees / 60) % 6) + 6) % 6
  for (let i = 0; i < data.length; i += CHANNELS) {
    const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]
    const top = Math.max(red, green, blue)
    const chroma = top - Math.min(red, green, blue)
    if (chroma === 0) continue
    const turned = onWheel(sectorOf({ red, green, blue }, top, chroma) + turn)
    data[i] = forByte(channelAt(turned + 5, top, chroma))
    data[i + 1] = forByte(channelAt(turned + 3, top, chroma))
    data[i + 2] = forByte(channelAt(turned + 1, top, chroma))
  }
}

interface Colour {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Returns the hue as 0…6. */
function sectorOf({ red, green, blue }: Colour, top: number, chroma: number): number {
  if (top === red) return (green - blue) / chroma + (green < blue ? 6 : 0)
  return top === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
}

/** Wraps a hue by at most one turn; `%` takes several times as long. */
function onWheel(place: number): number {
  return place >= 6 ? place - 6 : place
}

/** Returns a channel by its distance to the hue of its full strength: the closed form of HSV to RGB. */
function channelAt(place: number, top: number, chroma: number): number {
  const k = onWheel(place)
  return top - chroma * Math.max(0, Math.min(k, 4 - k, 1))
}
