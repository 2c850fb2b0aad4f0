import sharp, { type Sharp } from 'sharp'

/**
 * An SVG as an image to draw test images with. Tessera switches the loader of SVG off in the process that it runs in, so it is switched
 * on again for the test.
 */
export function fromSvg(svg: string): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return sharp(Buffer.from(svg))
}

/** The same as a PNG, to be laid over another image. */
export async function svgLayer(svg: string): Promise<{ readonly input: Buffer }> {
  return { input: await fromSvg(svg).png().toBuffer() }
}
