import sharp, { type Sharp } from 'sharp'
import type { ModelInput } from '#common/inference/manifest'
import type { ImageSource } from '#core/models/inference/operations'

type Colour = readonly [red: number, green: number, blue: number]

export const RED: Colour = [255, 0, 0]
export const GREEN: Colour = [0, 255, 0]

/** An object of one color, in pixels of the displayed image; right and bottom are exclusive. */
interface DrawnThing {
  readonly rgb: Colour
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
  /** Whether to draw the inscribed ellipse instead of the box. */
  readonly round?: boolean
}

interface DrawnFile {
  readonly width: number
  readonly height: number
  readonly things: readonly DrawnThing[]
  /** Gray value of the background. */
  readonly ground?: number
  /** EXIF orientation of the file; its pixels are rotated so that it is displayed as drawn. */
  readonly orientation?: number
}

/** Returns an image file as it is in a request. */
export async function drawnFile({ width, height, things, ground = 0, orientation }: DrawnFile): Promise<ImageSource> {
  const data = Buffer.alloc(3 * width * height, ground)
  for (const thing of things) {
    for (const [x, y] of pixelsOf(thing)) data.set(thing.rgb, 3 * (y * width + x))
  }
  const shown = sharp(data, { raw: { width, height, channels: 3 } })
  if (orientation === undefined) return { kind: 'encoded', bytes: await shown.png().toBuffer() }
  const turned = await turnBack(shown, orientation).png().toBuffer()
  const stored = sharp(turned).withMetadata({ orientation })
  return { kind: 'encoded', bytes: await stored.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer() }
}

function* pixelsOf({ box, round = false }: DrawnThing): Iterable<readonly [x: number, y: number]> {
  const [left, top, right, bottom] = box
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (!round || isInEllipse(box, x + 0.5, y + 0.5)) yield [x, y]
  }
}

function isInEllipse([left, top, right, bottom]: DrawnThing['box'], x: number, y: number): boolean {
  const [across, down] = [(2 * x - left - right) / (right - left), (2 * y - top - bottom) / (bottom - top)]
  return across * across + down * down <= 1
}

/** Inverts each EXIF orientation. */
function turnBack(image: Sharp, orientation: number): Sharp {
  const turns: Record<number, (image: Sharp) => Sharp> = {
    2: (shown) => shown.flop(),
    3: (shown) => shown.rotate(180),
    4: (shown) => shown.flip(),
    5: (shown) => shown.flop().rotate(270),
    6: (shown) => shown.rotate(270),
    7: (shown) => shown.flop().rotate(90),
    8: (shown) => shown.rotate(90),
  }
  return turns[orientation]?.(image) ?? image
}

/** Returns the input specification of a model with values from 0 to 1. */
export function plainInput(side: number, resize: ModelInput['resize']): ModelInput {
  const frame = { width: side, height: side, resize, padding: 0, channels: 'rgb' as const, divisor: 255 }
  return { ...frame, mean: [0, 0, 0], std: [1, 1, 1] }
}
