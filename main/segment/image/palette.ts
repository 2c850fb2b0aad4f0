import type { ColourCells } from './histogram.ts'

/** The color cells that occur and their neighbors, numbered, which keeps histograms short. */
export interface Palette {
  readonly size: number
  /** Number of each cell. */
  readonly numberOf: Uint16Array
  /** By channel, the numbers of the next darker and the next lighter cell. */
  readonly darker: readonly Uint16Array[]
  readonly lighter: readonly Uint16Array[]
}

export function paletteOf(cells: Uint16Array, { bits }: ColourCells): Palette {
  const shifts = [0, bits, 2 * bits]
  const last = 2 ** bits - 1
  let occurs = new Uint8Array(2 ** (3 * bits))
  for (let i = 0; i < cells.length; i++) occurs[cells[i] ?? 0] = 1
  for (const shift of shifts) occurs = widened(occurs, shift, last)
  const numbered = Array.from(occurs.keys()).filter((cell) => occurs[cell] === 1)
  const numberOf = new Uint16Array(occurs.length)
  for (const [number, cell] of numbered.entries()) numberOf[cell] = number
  /** A cell at the edge of the palette has no neighbor there, and is not smoothed in that direction. */
  const beside = (step: -1 | 1) =>
    shifts.map((shift) =>
      Uint16Array.from(numbered, (cell, own) => {
        const along = ((cell >> shift) & last) + step
        const other = cell + step * 2 ** shift
        return along >= 0 && along <= last && occurs[other] === 1 ? (numberOf[other] ?? own) : own
      }),
    )
  return { size: numbered.length, numberOf, darker: beside(-1), lighter: beside(1) }
}

function widened(occurs: Uint8Array, shift: number, last: number): Uint8Array<ArrayBuffer> {
  const wide = occurs.slice()
  for (let cell = 0; cell < occurs.length; cell++) {
    if (occurs[cell] === 0) continue
    const along = (cell >> shift) & last
    if (along > 0) wide[cell - (1 << shift)] = 1
    if (along < last) wide[cell + (1 << shift)] = 1
  }
  return wide
}

/** Returns how much two color histograms overlap, 0…1, after smoothing both over neighboring cells. */
export function sharedMass(palette: Palette, a: Float32Array, b: Float32Array): number {
  const [left, right] = [smeared(palette, a), smeared(palette, b)]
  const [all, others] = [Math.max(Number.MIN_VALUE, sumOf(a)), Math.max(Number.MIN_VALUE, sumOf(b))]
  let shared = 0
  for (let i = 0; i < left.length; i++) shared += Math.min((left[i] ?? 0) / all, (right[i] ?? 0) / others)
  return shared
}

function smeared({ darker, lighter }: Palette, counts: Float32Array): Float32Array {
  let from = counts
  for (let channel = 0; channel < 3; channel++) {
    const [below, above] = [darker[channel], lighter[channel]]
    const to = new Float32Array(counts.length)
    for (let i = 0; i < from.length && below && above; i++) {
      const own = from[i] ?? 0
      if (own === 0) continue
      const [under, over] = [below[i] ?? i, above[i] ?? i]
      to[i] = (to[i] ?? 0) + own / 2
      to[under] = (to[under] ?? 0) + own / 4
      to[over] = (to[over] ?? 0) + own / 4
    }
    from = to
  }
  return from
}

function sumOf(counts: Float32Array): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) sum += counts[i] ?? 0
  return sum
}
