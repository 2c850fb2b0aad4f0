/** What of a file is asked for. `end` is the last byte. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'beyond' }

/**
 * Reads a `Range` header for a file of so many bytes: one range from a place on, between two places, or of the last bytes. Several
 * ranges, other units and what is not understood mean the whole file, as RFC 9110 §14.2 lets a server decide.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replace(/\s/g, '') ?? '') ?? []
  if (from === '' && to === '') return { kind: 'whole' }
  if (from === '') return part(Math.max(0, bytes - Number(to)), bytes - 1, bytes)
  if (to !== '' && Number(to) < Number(from)) return { kind: 'whole' }
  return part(Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1), bytes)
}

function part(start: number, end: number, bytes: number): ByteRange {
  return start < bytes ? { kind: 'part', start, end } : { kind: 'beyond' }
}
