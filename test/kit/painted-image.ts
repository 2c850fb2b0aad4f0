import sharp, { type Sharp } from 'sharp'
import type { ImageSource } from '#core/models/inference/operations'

interface Painting {
  readonly width: number
  readonly height: number
  readonly ground: string
  /** In pixels of the displayed image. */
  readonly rectangles?: readonly {
    readonly colour: string
    readonly box: readonly [left: number, top: number, right: number, bottom: number]
  }[]
  /** EXIF orientation of the file; its pixels are rotated so that it is displayed as painted. */
  readonly orientation?: number
}

/** Returns an image file of upright rectangles on a plain background, with CSS colors. */
export async function paintedImage(painting: Painting): Promise<ImageSource> {
  const { width, height, ground, rectangles = [], orientation = 1 } = painting
  const overlays = rectangles.map(async ({ colour, box: [left, top, right, bottom] }) => {
    const input = await plain({ width: right - left, height: bottom - top }, colour)
      .png()
      .toBuffer()
    return { input, left, top }
  })
  const shown = await plain({ width, height }, ground)
    .composite(await Promise.all(overlays))
    .png()
    .toBuffer()
  const stored = await turnedBack(sharp(shown), orientation).png().toBuffer()
  return { kind: 'encoded', bytes: await sharp(stored).withMetadata({ orientation }).png().toBuffer() }
}

function plain(size: { readonly width: number; readonly height: number }, background: string): Sharp {
  return sharp({ create: { ...size, channels: 3, background } })
}

/** Inverts each EXIF orientation. */
function turnedBack(shown: Sharp, orientation: number): Sharp {
  switch (orientation) {
    case 2:
      return shown.flop()
    case 3:
      return shown.rotate(180)
    case 4:
      return shown.flip()
    case 5:
      return shown.flop().rotate(270)
    case 6:
      return shown.rotate(270)
    case 7:
      return shown.flop().rotate(90)
    case 8:
      return shown.rotate(90)
    default:
      return shown
  }
}
