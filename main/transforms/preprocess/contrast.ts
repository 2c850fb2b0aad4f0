import type { ContrastType } from '#common/versions/preprocessing'
import { CHANNELS, mapValues, type Pixels, tableOf, toGrey } from '../raster.ts'
import { equalizeAdaptively } from './adaptive-equalization.ts'
import { definePreprocessing } from './definition.ts'

/** Stretches contrast in one of the three documented ways. */
export const contrast = definePreprocessing({
  key: 'contrast',
  plan: ({ type }) => ({ kind: 'recolour', edit: WAYS[type] }),
})

/** ITU-R BT.601 weights, as the inference server uses them. */
const GREY_WEIGHTS = [0.299, 0.587, 0.114] as const

const WAYS: Record<ContrastType, (pixels: Pixels) => void> = {
  'Contrast Stretching': stretch,
  'Histogram Equalization': equalize,
  'Adaptive Equalization': (pixels) => {
    toGrey(pixels, GREY_WEIGHTS)
    equalizeAdaptively(pixels)
  },
}

/** Stretches the range from the 2nd to the 98th percentile of all channel values to 0…255. */
function stretch(pixels: Pixels): void {
  const counts = histogram(pixels, 1)
  const [low, high] = [percentile(counts, 0.02), percentile(counts, 0.98)]
  if (high === low) return
  mapValues(
    pixels,
    tableOf((value) => (255 * (value - low)) / (high - low)),
  )
}

/** Converts to gray and equalizes the histogram (the usual formula, with the lowest value mapped to 0). */
function equalize(pixels: Pixels): void {
  toGrey(pixels, GREY_WEIGHTS)
  const counts = histogram(pixels, CHANNELS)
  const total = pixels.width * pixels.height
  const first = counts.find((count) => count > 0) ?? 0
  if (total === first) return
  let sum = -first
  const shares = Array.from(counts, (count) => {
    sum += count
    return Math.max(0, sum) / (total - first)
  })
  mapValues(
    pixels,
    tableOf((value) => 255 * (shares[value] ?? 0)),
  )
}

/** Returns the histogram. A step of three counts one channel only. */
function histogram({ data }: Pixels, step: number): Uint32Array {
  const counts = new Uint32Array(256)
  for (let i = 0; i < data.length; i += step) {
    const value = data[i] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
  return counts
}

/** Returns the value at a quantile, interpolated linearly. */
function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const place = share * (total - 1)
  const [below, above] = [valueAt(counts, Math.floor(place)), valueAt(counts, Math.ceil(place))]
  return below + (above - below) * (place - Math.floor(place))
}

function valueAt(counts: Uint32Array, place: number): number {
  let seen = 0
  for (let value = 0; value < 256; value += 1) {
    seen += counts[value] ?? 0
    if (seen > place) return value
  }
  return 255
}
