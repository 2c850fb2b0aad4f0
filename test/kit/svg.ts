import sharp, { type Sharp } from 'sharp'

/**
 * Returns an SVG as an image for drawing test images. Tessera disables the SVG loader in its process, so it is enabled
 * again for the test.
 */
export function fromSvg(svg: string): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return sharp(Buffer.from(svg))
}

/** Returns it as a PNG layer for another image. */
export async function svgLayer(svg: string): Promise<{ readonly input: Buffer }> {
  return { input: await fromSvg(svg).png().toBuffer() }
}
