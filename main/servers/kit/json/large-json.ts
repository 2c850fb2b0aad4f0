import { randomUUID } from 'node:crypto'

/** Bodies and strings from this length on are worth the detour. */
const LARGE = 128 * 1024
const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** Stands for a string that was taken out; nobody outside this process can guess it. */
const MARK = `taken-out-${randomUUID()}-`

/**
 * Reads JSON as `JSON.parse` does, except that it looks at no letter of a very long string: base64 text of pictures, which would be walked
 * letter by letter, is cut out first and put back afterwards. Throws a `SyntaxError` as `JSON.parse` does.
 */
export function parseLargeJson(bytes: Buffer, large = LARGE): unknown {
  if (bytes.length < large) return JSON.parse(bytes.toString('utf8'))
  const taken: string[] = []
  const rest: Buffer[] = []
  let from = 0
  for (const [start, end] of longStrings(bytes, large)) {
    rest.push(bytes.subarray(from, start), Buffer.from(`${MARK}${taken.length}`))
    taken.push(bytes.toString('utf8', start, end))
    from = end
  }
  const value: unknown = JSON.parse(Buffer.concat([...rest, bytes.subarray(from)]).toString('utf8'))
  return taken.length === 0 ? value : putBack(value, taken)
}

/** Where long strings without an escape begin and end, without their quotes. */
function* longStrings(bytes: Buffer, large: number): Generator<readonly [start: number, end: number]> {
  let escape = bytes.indexOf(BACKSLASH)
  for (let open = bytes.indexOf(QUOTE); open !== -1; ) {
    const start = open + 1
    let close = bytes.indexOf(QUOTE, start)
    if (escape !== -1 && escape < start) escape = bytes.indexOf(BACKSLASH, start)
    const isPlain = escape === -1 || close < escape
    if (!isPlain) close = endOfEscaped(bytes, start)
    if (close === -1) return
    if (isPlain && close - start >= large) yield [start, close]
    open = bytes.indexOf(QUOTE, close + 1)
  }
}

/** The quote that ends a string with escapes; -1 where none does. */
function endOfEscaped(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at += 1
  }
  return -1
}

/** Bodies may be nested as deep as they are long, so nothing here calls itself. A name as long as that is no field of any body. */
function putBack(value: unknown, taken: readonly string[]): unknown {
  const root = { value }
  const open: object[] = [root]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [name, part] of Object.entries(holder)) {
      const text =
        typeof part === 'string' && part.startsWith(MARK) ? taken[Number(part.slice(MARK.length))] : undefined
      if (text !== undefined) Reflect.set(holder, name, text)
      else if (typeof part === 'object' && part !== null) open.push(part)
    }
  }
  return root.value
}
