/** Thrown for a text that is no such literal. */
class LiteralError extends Error {
  override readonly name = 'LiteralError'
}

const MOST_DEPTH = 20
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  a: '\u0007',
  v: '\v',
  '0': '\0',
}
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...[
    ['None', null],
    ['null', null],
  ].map(([word, value]): [string, unknown] => [String(word), value]),
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
])

/**
 * A value that Python's `repr` or JSON wrote, as exporters put it into metadata: dictionaries (as objects), lists, tuples, texts in either
 * quote, numbers. Undefined for anything else.
 */
export function readLiteral(text: string): unknown {
  const reader = literalReader(text)
  try {
    return reader.whole()
  } catch (failure) {
    if (failure instanceof LiteralError) return undefined
    throw failure
  }
}

function literalReader(text: string) {
  let at = 0

  function skip(): void {
    while (/\s/.test(text[at] ?? '')) at += 1
  }

  function take(expected: string): boolean {
    skip()
    if (text[at] !== expected) return false
    at += 1
    return true
  }

  function value(depth: number): unknown {
    if (depth > MOST_DEPTH) throw new LiteralError()
    skip()
    const start = text[at] ?? ''
    if (start === '{') return dictionary(depth)
    if (start === '[' || start === '(') return list(depth, start === '[' ? ']' : ')')
    if (start === "'" || start === '"') return quoted(start)
    return plain()
  }

  function dictionary(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = []
    at += 1
    while (!take('}')) {
      const key = value(depth + 1)
      if (!take(':')) throw new LiteralError()
      entries.push([String(key), value(depth + 1)])
      if (!take(',') && text[at] !== '}') throw new LiteralError()
    }
    return Object.fromEntries(entries)
  }

  function list(depth: number, end: string): unknown[] {
    const values: unknown[] = []
    at += 1
    while (!take(end)) {
      values.push(value(depth + 1))
      if (!take(',') && text[at] !== end) throw new LiteralError()
    }
    return values
  }

  function quoted(quote: string): string {
    let found = ''
    at += 1
    while (at < text.length) {
      const sign = text[at] ?? ''
      at += 1
      if (sign === quote) return found
      found += sign === '\\' ? escaped() : sign
    }
    throw new LiteralError()
  }

  function escaped(): string {
    const sign = text[at] ?? ''
    at += 1
    const digits = { x: 2, u: 4, U: 8 }[sign]
    if (digits === undefined) return ESCAPES[sign] ?? sign
    const code = Number.parseInt(text.slice(at, at + digits), 16)
    at += digits
    if (!(code <= 0x10ffff)) throw new LiteralError()
    return String.fromCodePoint(code)
  }

  function plain(): unknown {
    const word = /^[\w.+-]+/.exec(text.slice(at, at + 64))?.[0] ?? ''
    at += word.length
    if (WORDS.has(word)) return WORDS.get(word)
    const number = Number(word)
    if (word === '' || Number.isNaN(number)) throw new LiteralError()
    return number
  }

  return {
    whole(): unknown {
      const found = value(0)
      skip()
      if (at < text.length) throw new LiteralError()
      return found
    },
  }
}
