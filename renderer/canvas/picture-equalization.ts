import type { Channel } from './still/channel.ts'
import { type Equalization, equalizationOf } from './still/equalization.ts'

/** Of a larger picture some pixels stand for the others: each tile still has four thousand. */
const MOST_PIXELS = 2 ** 18

const made = new WeakMap<ImageBitmap, Map<Channel, Equalization>>()

/** The tables of a picture, made once; undefined where nothing can be drawn. */
export function pictureEqualization(bitmap: ImageBitmap, channel: Channel): Equalization | undefined {
  const known = made.get(bitmap)?.get(channel)
  if (known) return known
  const pixels = sampledPixels(bitmap)
  if (!pixels) return undefined
  const equalization = equalizationOf(pixels, channel)
  made.set(bitmap, new Map(made.get(bitmap)).set(channel, equalization))
  return equalization
}

/** Picked out and not averaged: that would level what histograms are about. */
function sampledPixels(bitmap: ImageBitmap): ImageData | undefined {
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * shrink)))
  if (!width || !height) return undefined
  const ctx = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!ctx) return undefined
  ctx.imageSmoothingEnabled = false
  ctx.drawImage(bitmap, 0, 0, width, height)
  return ctx.getImageData(0, 0, width, height)
}
