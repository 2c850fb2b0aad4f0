import { type Adjustments, adjustmentTable, changesNothing, isUnadjusted, windowTable } from '../still/adjust.ts'
import { channelPlace } from '../still/channel.ts'
import { type CanvasPlace, equalizePixels } from './equalize-pixels.ts'

/** Applies the adjustments to what has been drawn, pixel by pixel, for the visible part only. */
export function adjustPixels(ctx: CanvasRenderingContext2D, adjust: Adjustments, place: CanvasPlace): void {
  if (isUnadjusted(adjust)) return
  const { width, height } = ctx.canvas
  const pixels = ctx.getImageData(0, 0, width, height)
  const { equalization, localContrast, window } = adjust
  const channel = channelPlace(adjust.channel)
  if (channel !== undefined) keepChannel(pixels.data, channel)
  if (window) lookUp(pixels.data, windowTable(window))
  if (equalization && localContrast > 0) equalizePixels(pixels, { equalization, strength: localContrast, place })
  if (!changesNothing(adjust)) lookUp(pixels.data, adjustmentTable(adjust))
  ctx.putImageData(pixels, 0, 0)
}

function keepChannel(data: Uint8ClampedArray, place: 0 | 1 | 2): void {
  for (let i = 0; i < data.length; i += 4) {
    const value = data[i + place] ?? 0
    data[i] = value
    data[i + 1] = value
    data[i + 2] = value
  }
}

function lookUp(data: Uint8ClampedArray, table: Uint8Array): void {
  for (let i = 0; i < data.length; i += 4) {
    data[i] = table[data[i] ?? 0] ?? 0
    data[i + 1] = table[data[i + 1] ?? 0] ?? 0
    data[i + 2] = table[data[i + 2] ?? 0] ?? 0
  }
}
