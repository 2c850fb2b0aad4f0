import type { ChannelMasks } from './header.ts'

/** Converts a stored row to red, green, blue and, if there is one, alpha. */
export type RowReader = (stored: Uint8Array, into: Uint8Array) => void

/** Converts a row of blue, green, red. */
export function trueColourRows(stored: Uint8Array, into: Uint8Array): void {
  for (let at = 0; at < into.length; at += 3) {
    into[at] = stored[at + 2] ?? 0
    into[at + 1] = stored[at + 1] ?? 0
    into[at + 2] = stored[at] ?? 0
  }
}

/**
 * Returns a reader for palette indices, with the leftmost pixel in the highest bits of a byte. An index beyond the
 * palette is black.
 */
export function paletteRows(colours: Uint8Array, entryBytes: 3 | 4, bits: 1 | 4 | 8): RowReader {
  const table = new Uint8Array(256 * 3)
  for (let entry = 0; entry * entryBytes < colours.length; entry += 1)
    for (let channel = 0; channel < 3; channel += 1)
      table[entry * 3 + channel] = colours[entry * entryBytes + 2 - channel] ?? 0
  const [inByte, last] = [8 / bits, 2 ** bits - 1]
  return (stored, into) => {
    for (let pixel = 0, at = 0; at < into.length; pixel += 1, at += 3) {
      const byte = stored[Math.floor(pixel / inByte)] ?? 0
      const colour = 3 * ((byte >> (8 - bits * ((pixel % inByte) + 1))) & last)
      into[at] = table[colour] ?? 0
      into[at + 1] = table[colour + 1] ?? 0
      into[at + 2] = table[colour + 2] ?? 0
    }
  }
}

/** Returns a reader for pixels of 16 or 32 bits with the given channel masks. */
export function maskedRows({ red, green, blue, alpha }: ChannelMasks, bits: 16 | 32): RowReader {
  const channels = [red, green, blue, ...(alpha === 0 ? [] : [alpha])].map(channelOf)
  const bytes = bits / 8
  return (stored, into) => {
    for (let from = 0, at = 0; at < into.length; from += bytes) {
      const low = (stored[from] ?? 0) | ((stored[from + 1] ?? 0) << 8)
      const pixel = bits === 16 ? low : (low | ((stored[from + 2] ?? 0) << 16) | ((stored[from + 3] ?? 0) << 24)) >>> 0
      for (const { shift, most } of channels) {
        into[at] = most === 0 ? 0 : Math.round((((pixel >>> shift) & most) * 255) / most)
        at += 1
      }
    }
  }
}

/** Of a channel with more than eight bits only the upper eight are kept. */
function channelOf(mask: number): { readonly shift: number; readonly most: number } {
  if (mask === 0) return { shift: 0, most: 0 }
  const lowest = 31 - Math.clz32(mask & -mask)
  const width = 32 - Math.clz32(mask) - lowest
  const kept = Math.min(8, width)
  return { shift: lowest + width - kept, most: 2 ** kept - 1 }
}
