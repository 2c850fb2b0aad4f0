/** Part of a file that a request asks for. `end` is the last byte. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'beyond' }

/**
 * Reads a `Range` header for a file of so many bytes: one range from a place on, between two places, or of the last bytes. Several
 * ranges, other units and what is not understood mean the whole file, as RFC 9110 §14.2 lets a server decide.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange {
  const asked = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header?.replace(/\s/g, '') ?? '')
  if (asked === null) return { kind: 'whole' }
  const [, from, to, last] = asked
  if (from === undefined) return part(Math.max(0, bytes - Number(last)), bytes - 1, bytes)
  const end = to === '' ? bytes - 1 : Number(to)
  // A range that ends before it begins is none; one that begins behind the end of the file is.
  if (to !== '' && end < Number(from)) return { kind: 'whole' }
  return part(Number(from), Math.min(end, bytes - 1), bytes)
}

function part(start: number, end: number, bytes: number): ByteRange {
  return start < bytes ? { kind: 'part', start, end } : { kind: 'beyond' }
}
