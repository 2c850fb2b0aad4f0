import { type Adjustments, windowTable } from './still/adjust.ts'
import type { Channel } from './still/channel.ts'
import { type Equalization, equalizationOf, type TileHistograms, tileHistograms } from './still/equalization.ts'
import { sameWindow } from './tiles/sample-window.ts'

/** Larger images are sampled: each tile still has about four thousand pixels. */
const MOST_PIXELS = 2 ** 18

/** Tables made last, with the pixels' histograms, which are counted only once. */
interface Made {
  readonly histograms: TileHistograms
  readonly window: Adjustments['window']
  readonly equalization: Equalization
}

const made = new WeakMap<ImageBitmap, Map<Channel, Made>>()

/** Returns the tables of an image, cached by channel and window; undefined where the image cannot be drawn. */
export function imageEqualization(
  bitmap: ImageBitmap,
  { channel, window }: Pick<Adjustments, 'channel' | 'window'>,
): Equalization | undefined {
  const last = made.get(bitmap)?.get(channel)
  if (last && sameWindow(last.window, window)) return last.equalization
  const histograms = last?.histograms ?? histogramsOf(bitmap, channel)
  if (!histograms) return undefined
  const equalization = equalizationOf(histograms, windowTable(window))
  made.set(bitmap, new Map(made.get(bitmap)).set(channel, { histograms, window, equalization }))
  return equalization
}

/** Pixels are sampled and not averaged, because averaging would flatten the histograms. */
function histogramsOf(bitmap: ImageBitmap, channel: Channel): TileHistograms | undefined {
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * shrink)))
  if (!width || !height) return undefined
  const ctx = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!ctx) return undefined
  ctx.imageSmoothingEnabled = false
  ctx.drawImage(bitmap, 0, 0, width, height)
  return tileHistograms(ctx.getImageData(0, 0, width, height), channel)
}
