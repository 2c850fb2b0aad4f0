/** An element with a text or with other elements in it. */
export interface Xml {
  readonly name: string
  readonly content: string | readonly Xml[]
}

export function element(name: string, content: string | number | readonly Xml[]): Xml {
  return { name, content: typeof content === 'number' ? String(content) : content }
}

/** One line for each element that holds a text, others around theirs, indented by tabs; no declaration. */
export function xmlText({ name, content }: Xml, indent = ''): string {
  if (typeof content === 'string') return `${indent}<${name}>${escaped(content)}</${name}>\n`
  const inside = content.map((child) => xmlText(child, `${indent}\t`)).join('')
  return `${indent}<${name}>\n${inside}${indent}</${name}>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
