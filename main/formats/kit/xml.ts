type Attributes = Readonly<Record<string, string | number>>

/** An element with a text or with other elements in it. */
export interface Xml {
  readonly name: string
  readonly content: string | readonly Xml[]
  readonly attributes: Attributes
}

export function element(name: string, content: string | number | readonly Xml[], attributes: Attributes = {}): Xml {
  return { name, content: typeof content === 'number' ? String(content) : content, attributes }
}

/** One line for each element that holds a text, others around theirs, indented by tabs; no declaration. */
export function xmlText({ name, content, attributes }: Xml, indent = ''): string {
  const start = `${indent}<${name}${Object.entries(attributes).map(attribute).join('')}>`
  if (typeof content === 'string') return `${start}${escaped(content)}</${name}>\n`
  const inside = content.map((child) => xmlText(child, `${indent}\t`)).join('')
  return `${start}\n${inside}${indent}</${name}>\n`
}

function attribute([name, value]: readonly [string, string | number]): string {
  return ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;')}"`
}

/** Characters that XML has no way to write. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function escaped(text: string): string {
  const possible = text.replace(IMPOSSIBLE, '\ufffd')
  return possible.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
