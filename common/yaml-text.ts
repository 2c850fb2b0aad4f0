const NAMED: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001B',
  N: '\u0085',
  _: '\u00A0',
  L: '\u2028',
  P: '\u2029',
}

const ESCAPE = /\\(?:x(?<byte>[\dA-Fa-f]{2})|u(?<unit>[\dA-Fa-f]{4})|U(?<point>[\dA-Fa-f]{8})|(?<named>[\s\S]))/g
const ESCAPE_ALONE = new RegExp(ESCAPE.source)

/** The text of a scalar as YAML 1.2 writes it: bare, in single quotes, or in double quotes with escapes. */
export function yamlText(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  return /^".*"$/s.test(text) ? unescaped(text.slice(1, -1)) : text.trim()
}

/** An escape that YAML does not know stands for the character itself; a number beyond Unicode stays as it is written. */
function unescaped(text: string): string {
  return text.replace(ESCAPE, (escape) => {
    const { byte, unit, point, named = '' } = ESCAPE_ALONE.exec(escape)?.groups ?? {}
    const code = byte ?? unit ?? point
    if (code === undefined) return NAMED[named] ?? named
    const value = Number.parseInt(code, 16)
    return value <= 0x10_ff_ff ? String.fromCodePoint(value) : escape
  })
}
