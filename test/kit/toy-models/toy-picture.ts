import sharp from 'sharp'
import type { DrawnPicture } from './drawn.ts'

/** A PNG of rectangles on grey ground, as the toy models like it. */
export async function toyPicture({ width, height, rectangles, ground = 114 }: DrawnPicture): Promise<Buffer> {
  const background = { r: ground, g: ground, b: ground }
  const parts = await Promise.all(
    rectangles.map(async ({ rgb: [r, g, b], box: [left, top, right, bottom] }) => {
      const create = { width: right - left, height: bottom - top, channels: 3 as const, background: { r, g, b } }
      return { input: await sharp({ create }).png().toBuffer(), left, top }
    }),
  )
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(parts)
    .png()
    .toBuffer()
}

/** 320 × 240: a sure red rectangle and a less sure green one. */
export function redAndGreen(): Promise<Buffer> {
  return toyPicture({
    ...{ width: 320, height: 240 },
    rectangles: [
      { rgb: [255, 0, 0], box: [40, 40, 120, 120] },
      { rgb: [0, 128, 0], box: [180, 80, 280, 200] },
    ],
  })
}
