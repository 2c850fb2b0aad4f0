/** What of a JSON text counts against memory and time before it is parsed. */
export interface JsonBounds {
  /** Objects and lists inside each other. */
  readonly levels: number
  /** Objects and lists. */
  readonly containers: number
  /** Members of objects, and entries of lists. */
  readonly values: number
  /** Members of objects alone: an object of very many takes seconds to read. */
  readonly members: number
}

/** Which bound a text exceeds. */
export type Excess = keyof JsonBounds

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
]

/**
 * Which bound a text exceeds; undefined for none, and for what is no JSON, which the parser refuses. Its bytes are looked at once, so that a
 * text that would take gigabytes as objects is refused before any of them is made.
 */
export function excessIn(bytes: Uint8Array, bounds: JsonBounds): Excess | undefined {
  let [levels, containers, values, members] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA) values += 1
    else if (byte === COLON) members += 1
    else if (isClosing(byte)) levels -= 1
    else if (isOpening(byte)) {
      levels += 1
      containers += 1
      if (levels > bounds.levels) return 'levels'
    }
  }
  const counted = { containers, members, values }
  return COUNTED.find((of) => counted[of] > bounds[of])
}

const COUNTED = ['containers', 'members', 'values'] as const

function isOpening(byte: number | undefined): boolean {
  return byte === OPEN_LIST || byte === OPEN_OBJECT
}

function isClosing(byte: number | undefined): boolean {
  return byte === CLOSE_LIST || byte === CLOSE_OBJECT
}

/** Where the string ends that begins here. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1)
  while (end > 0 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1)
  return end < 0 ? bytes.length : end
}

/** A quote behind an odd number of backslashes does not end its string. */
function isEscaped(bytes: Uint8Array, quote: number): boolean {
  let first = quote
  while (bytes[first - 1] === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}
