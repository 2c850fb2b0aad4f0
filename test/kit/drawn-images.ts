import sharp from 'sharp'

interface DrawnBox {
  /** Hexadecimal color, such as `#f00`. */
  readonly colour: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Returns a PNG of upright rectangles on black. */
export async function drawnPng(
  width: number,
  height: number,
  boxes: readonly DrawnBox[],
): Promise<Buffer<ArrayBufferLike>> {
  const overlays = await Promise.all(
    boxes.map(async ({ colour, left, top, ...size }) => ({
      input: await sharp({ create: { ...size, channels: 3, background: colour } })
        .png()
        .toBuffer(),
      left,
      top,
    })),
  )
  const ground = sharp({ create: { width, height, channels: 3, background: '#000' } })
  return ground.composite(overlays).png().toBuffer()
}
