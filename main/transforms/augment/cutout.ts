import { type Box, clipBox } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { Cover } from '../plan.ts'
import type { Random } from '../random.ts'
import type { Drawn } from './definition.ts'

interface Cuts {
  readonly count: number
  /** Size of a rectangle as a percentage of the image's sides. */
  readonly percent: number
}

/** Draws black rectangles at random positions. They may overlap and extend beyond the image. */
export const cutout = {
  /** Draws the centers, numbered, as fractions of the sides. */
  draw: ({ count, percent }: Cuts, random: Random): Drawn => {
    const centres = Array.from({ length: count }, (_, nth) => ({
      [`x${nth}`]: random.next(),
      [`y${nth}`]: random.next(),
    }))
    return Object.assign({ count, percent }, ...centres)
  },
  plan: (drawn: Drawn, frame: Size): Cover => {
    const boxes = Array.from({ length: Number(drawn['count']) }, (_, nth) => {
      const share = Number(drawn['percent']) / 100
      return around(Number(drawn[`x${nth}`]), Number(drawn[`y${nth}`]), { share, frame })
    })
    return { kind: 'cover', boxes: boxes.flatMap((box) => box ?? []) }
  },
}

interface Extent {
  readonly share: number
  readonly frame: Size
}

function around(x: number, y: number, { share, frame }: Extent): Box | undefined {
  const { width, height } = frame
  const [x0, x1] = [Math.round((x - share / 2) * width), Math.round((x + share / 2) * width)]
  const [y0, y1] = [Math.round((y - share / 2) * height), Math.round((y + share / 2) * height)]
  return x1 > x0 && y1 > y0 ? clipBox({ x0, y0, x1, y1 }, frame) : undefined
}
