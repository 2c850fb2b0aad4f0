import sharp from 'sharp'
import { fillRings, type Mask, maskIou } from '#common/geometry/mask'
import { decodeMask, runLengthsFromText } from '#common/geometry/rle'
import { imagePoint, type Size } from '#common/geometry/space'
import type { PromptedMask } from '#common/inference/prediction'
import type { InputOf, MaskPrompt } from '#core/models/inference/operations'
import { svgLayer } from '../../svg.ts'

/** A disc in image pixels. Its width and height may differ where the network stretches them. */
export interface Disc {
  readonly x: number
  readonly y: number
  readonly radiusX: number
  readonly radiusY: number
}

/** Returns an image that is white everywhere, or only in a disc. */
export async function whiteImage({ width, height }: Size, disc?: Disc): Promise<Buffer> {
  const background = disc ? '#000' : '#fff'
  const canvas = sharp({ create: { width, height, channels: 3, background } })
  if (disc === undefined) return canvas.png().toBuffer()
  const { x, y, radiusX, radiusY } = disc
  const shape = `<ellipse cx="${x}" cy="${y}" rx="${radiusX}" ry="${radiusY}" fill="#fff"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`
  return canvas
    .composite([await svgLayer(svg)])
    .png()
    .toBuffer()
}

export function discMask({ width, height }: Size, { x, y, radiusX, radiusY }: Disc): Mask {
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const down = (row + 0.5 - y) / radiusY
    for (let column = 0; column < width; column += 1) {
      const across = (column + 0.5 - x) / radiusX
      if (across * across + down * down <= 1) data[row * width + column] = 1
    }
  }
  return { width, height, data }
}

export function click(x: number, y: number, positive = true): MaskPrompt {
  return { points: [{ at: imagePoint(x, y), positive }] }
}

/** Returns the default input of `segment`. */
export function segmenting(bytes: Uint8Array, ...prompts: MaskPrompt[]): InputOf<'segment'> {
  return { image: { kind: 'encoded', bytes }, prompts, saveLogits: false, loadLogits: false, format: 'rle' }
}

/** Returns the pixels of a mask in any format. */
export function pixelsOf({ mask }: PromptedMask, size: Size): Mask {
  if (mask.format === 'polygon') return fillRings(mask.rings, size)
  const counts = runLengthsFromText(mask.counts)
  const decoded = counts.ok ? decodeMask(counts.value, mask.size) : counts
  if (!decoded.ok) throw new Error(`The run lengths are broken: ${decoded.error.kind}`)
  return decoded.value
}

/** Returns the IoU of a mask and a disc, 0…1. */
export function agreement(mask: PromptedMask | undefined, size: Size, disc: Disc): number {
  return mask === undefined ? 0 : maskIou(pixelsOf(mask, size), discMask(size, disc))
}
