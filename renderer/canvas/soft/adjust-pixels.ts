import { type Adjustments, adjustmentTable, isUnadjusted } from '../still/adjust.ts'

/** Shows what was drawn so far with the adjustments: pixel by pixel on what is in view, whatever the size of the picture. */
export function adjustPixels(ctx: CanvasRenderingContext2D, adjust: Adjustments): void {
  if (isUnadjusted(adjust)) return
  const table = adjustmentTable(adjust)
  const { width, height } = ctx.canvas
  const pixels = ctx.getImageData(0, 0, width, height)
  const { data } = pixels
  for (let i = 0; i < data.length; i += 4) {
    data[i] = table[data[i] ?? 0] ?? 0
    data[i + 1] = table[data[i + 1] ?? 0] ?? 0
    data[i + 2] = table[data[i + 2] ?? 0] ?? 0
  }
  ctx.putImageData(pixels, 0, 0)
}
