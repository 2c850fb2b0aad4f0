/** Limits of a JSON text that count against memory and time before it is parsed. */
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

/** The bound that a text exceeds. */
export type Excess = keyof JsonBounds

/** JSON as text, or as its bytes in UTF-8. */
type JsonSource = string | Uint8Array

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
]

/**
 * Which bound a JSON text exceeds; undefined for none, and for text that is not JSON, which the parser refuses. Every character is looked
 * at once, so that a text that would take gigabytes as objects is refused before any of them is made.
 */
export function excessIn(json: JsonSource, bounds: JsonBounds): Excess | undefined {
  return excessAt(json, bounds)?.of
}

/** The place where a JSON text is nested deeper than so many levels. */
export function deeperAt(json: JsonSource, levels: number): number | undefined {
  return excessAt(json, { ...UNBOUNDED, levels })?.at
}

/** The value of a JSON text; undefined for text that is not JSON or exceeds a bound. */
export function parseBounded(text: string, bounds: JsonBounds): unknown {
  if (excessAt(text, bounds) !== undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Far more than any settings, manifest or description of a model holds, and parsed in a few milliseconds. */
export const SMALL_FILE: JsonBounds = { levels: 100, containers: 50_000, values: 200_000, members: 100_000 }

const NONE = Number.POSITIVE_INFINITY
const UNBOUNDED: JsonBounds = { levels: NONE, containers: NONE, values: NONE, members: NONE }

interface Exceeded {
  readonly of: Excess
  readonly at: number
}

function excessAt(json: JsonSource, bounds: JsonBounds): Exceeded | undefined {
  const codeAt = codesOf(json)
  let [levels, containers, values, members] = [0, 0, 0, 0]
  for (let at = 0; at < json.length; at += 1) {
    const code = codeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (code === COMMA) values += 1
    else if (code === COLON) members += 1
    else if (isClosing(code)) levels -= 1
    else if (isOpening(code)) {
      levels += 1
      containers += 1
      if (levels > bounds.levels) return { of: 'levels', at }
    }
  }
  const counted = { containers, members, values }
  const of = COUNTED.find((each) => counted[each] > bounds[each])
  return of && { of, at: json.length }
}

const COUNTED = ['containers', 'members', 'values'] as const

function codesOf(json: JsonSource): (at: number) => number | undefined {
  return typeof json === 'string' ? (at) => json.charCodeAt(at) : (at) => json[at]
}

function isOpening(code: number | undefined): boolean {
  return code === OPEN_LIST || code === OPEN_OBJECT
}

function isClosing(code: number | undefined): boolean {
  return code === CLOSE_LIST || code === CLOSE_OBJECT
}

/** The end of the string that begins here. */
function endOfString(json: JsonSource, start: number): number {
  const next = (from: number) => (typeof json === 'string' ? json.indexOf('"', from) : json.indexOf(QUOTE, from))
  const codeAt = codesOf(json)
  let end = next(start + 1)
  while (end > 0 && isEscaped(codeAt, end)) end = next(end + 1)
  return end < 0 ? json.length : end
}

/** A quote behind an odd number of backslashes does not end its string. */
function isEscaped(codeAt: (at: number) => number | undefined, quote: number): boolean {
  let first = quote
  while (codeAt(first - 1) === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}
