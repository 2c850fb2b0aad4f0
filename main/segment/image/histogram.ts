/** Cells of the RGB cube with `bits` per channel. */
export interface ColourCells {
  readonly bits: number
}

export const FINE: ColourCells = { bits: 5 }
export const COARSE: ColourCells = { bits: 4 }

/** Returns the cell of the pixel at an index of RGB data. */
export function cellAt(rgb: Uint8Array, pixel: number, { bits }: ColourCells): number {
  const [from, drop] = [3 * pixel, 8 - bits]
  const [red, green, blue] = [(rgb[from] ?? 0) >> drop, (rgb[from + 1] ?? 0) >> drop, (rgb[from + 2] ?? 0) >> drop]
  return (((red << bits) | green) << bits) | blue
}

export function emptyCounts({ bits }: ColourCells): Float32Array {
  return new Float32Array(2 ** (3 * bits))
}

/** Smooths counts over neighboring cells, so that shades in between count too, and normalizes them to a sum of 1. */
export function density(counts: Float32Array, { bits }: ColourCells): Float32Array {
  const last = 2 ** bits - 1
  let smeared = counts
  for (const shift of [0, bits, 2 * bits]) smeared = smear(smeared, shift, last)
  return scaled(smeared, counts)
}

function smear(counts: Float32Array, shift: number, last: number): Float32Array {
  const smeared = new Float32Array(counts.length)
  for (let i = 0; i < counts.length; i++) {
    const own = counts[i] ?? 0
    if (own === 0) continue
    const along = (i >> shift) & last
    const below = along > 0 ? i - (1 << shift) : i
    const above = along < last ? i + (1 << shift) : i
    smeared[i] = (smeared[i] ?? 0) + own / 2
    smeared[below] = (smeared[below] ?? 0) + own / 4
    smeared[above] = (smeared[above] ?? 0) + own / 4
  }
  return smeared
}

function scaled(smeared: Float32Array, counts: Float32Array): Float32Array {
  let total = 0
  for (let i = 0; i < counts.length; i++) total += counts[i] ?? 0
  for (let i = 0; total > 0 && i < smeared.length; i++) smeared[i] = (smeared[i] ?? 0) / total
  return smeared
}
