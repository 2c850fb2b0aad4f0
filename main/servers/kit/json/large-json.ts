import { randomUUID } from 'node:crypto'

/** Bodies and strings from this length on are worth the detour. */
const LARGE = 128 * 1024
const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** Stands for a string that was taken out; nobody outside this process can guess it. */
const MARK = `taken-out-${randomUUID()}-`

/** Gives the value that stands for a long text; called with the name of the member that holds it, or that holds the list with it. */
export type Replace = (member: string, text: string) => unknown

/**
 * Reads JSON as `JSON.parse` does, except that it looks at no letter of a very long string without an escape: base64 text of images, which
 * would be walked letter by letter, is cut out first and put back afterwards. With `replace` something else can stand for any very long
 * string. Throws a `SyntaxError` as `JSON.parse` does.
 */
export function parseLargeJson(bytes: Buffer, large = LARGE, replace?: Replace): unknown {
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
  if (taken.length === 0 && replace === undefined) return value
  return changedTexts(value, (part, member) => {
    const text = part.startsWith(MARK) ? (taken[Number(part.slice(MARK.length))] ?? part) : part
    return replace !== undefined && text.length >= large ? replace(member, text) : text
  })
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
function changedTexts(value: unknown, change: (text: string, member: string) => unknown): unknown {
  const root = { '': value }
  const open: { readonly holder: object; readonly member: string }[] = [{ holder: root, member: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { holder, member } = next
    for (const [name, part] of Object.entries(holder)) {
      const named = Array.isArray(holder) ? member : name
      const changed = typeof part === 'string' ? change(part, named) : part
      if (changed !== part) Reflect.set(holder, name, changed)
      else if (typeof part === 'object' && part !== null) open.push({ holder: part, member: named })
    }
  }
  return root['']
}
