const REPLACEMENT = 0xfffd
const MAX_CODES = 4096

/** The smallest code point that takes this many bytes: what is written longer than it needs is no UTF-8. */
const SMALLEST = [0, 0, 0x80, 0x800, 0x10000]

export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? REPLACEMENT
    const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3
    bytes.push(more === 0 ? code : ((0xf0 << (3 - more)) & 0xff) | (code >> (6 * more)))
    for (let i = more - 1; i >= 0; i--) bytes.push(0x80 | ((code >> (6 * i)) & 0x3f))
  }
  return Uint8Array.from(bytes)
}

/** Reads any bytes: what is no UTF-8 becomes the replacement character. */
export function decodeUtf8(bytes: Uint8Array): string {
  const pieces: string[] = []
  let position = 0
  while (position < bytes.length) {
    const { codes, end } = codePointsFrom(bytes, position)
    pieces.push(String.fromCodePoint(...codes))
    position = end
  }
  return pieces.join('')
}

/** As many code points as one call may be handed. */
function codePointsFrom(bytes: Uint8Array, start: number): { readonly codes: readonly number[]; readonly end: number } {
  const codes: number[] = []
  let position = start
  while (position < bytes.length && codes.length < MAX_CODES) {
    const { code, length } = codePointAt(bytes, position)
    codes.push(code)
    position += length
  }
  return { codes, end: position }
}

function codePointAt(bytes: Uint8Array, position: number): { readonly code: number; readonly length: number } {
  const lead = bytes[position] ?? 0
  const length = statedLength(lead)
  if (length === 1) return { code: lead < 0x80 ? lead : REPLACEMENT, length }
  let code = lead & (0x7f >> length)
  for (let i = 1; i < length; i++) {
    const next = bytes[position + i] ?? 0
    if ((next & 0xc0) !== 0x80) return { code: REPLACEMENT, length: 1 }
    code = (code << 6) | (next & 0x3f)
  }
  const isSound = isScalar(code) && code >= (SMALLEST[length] ?? 0)
  return isSound ? { code, length } : { code: REPLACEMENT, length: 1 }
}

/** How many bytes a character takes that starts with this one; 1 for a byte that starts none. */
function statedLength(lead: number): number {
  if (lead < 0xc0 || lead >= 0xf8) return 1
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
}

function isScalar(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
}
