/** A line of YAML with something on it; one that goes on inside brackets or quotes holds its following lines too. */
export interface YamlLine {
  readonly indent: number
  readonly text: string
  /** From 1. */
  readonly line: number
  /** The text below a line that ends in `|` or `>`. */
  readonly block?: string
}

const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'/gs
const OPEN_QUOTE = /(?:^|:\s+|^-\s+|[[{,]\s*)(?<mark>["'])/
const BLOCK = /(?:^|\s)(?<style>[|>])(?<signs>[-+\d]*)$/

export function linesOf(source: string): readonly YamlLine[] {
  const raw = source.split(/\r?\n/)
  const lines: YamlLine[] = []
  let at = 0
  while (at < raw.length) {
    const first = raw[at] ?? ''
    const { text, next } = joined(raw, at)
    const indent = first.search(/\S|$/)
    const style = BLOCK.exec(text)?.groups
    const below = style ? blockAt(raw, next, indent) : undefined
    if (text !== '' && !/^(?:---|\.\.\.|%)/.test(text)) {
      lines.push({ indent, text, line: at + 1, ...(below && { block: blockText(below, style) }) })
    }
    at = next + (below?.length ?? 0)
  }
  return lines
}

/** A line with those on which its brackets and quotes go on. */
function joined(raw: readonly string[], from: number): { readonly text: string; readonly next: number } {
  let text = withoutComment(raw[from] ?? '').trim()
  let open = openIn(text)
  let next = from + 1
  for (; open !== undefined && next < raw.length; next++) {
    const line = raw[next] ?? ''
    text = open === 'bracket' ? `${text} ${withoutComment(line).trim()}`.trimEnd() : folded(text, line.trim(), open)
    // Only a line with one of these can close anything, so a long list is not read anew for each of its lines.
    if (/["'[\]{}]/.test(line)) open = openIn(text)
  }
  return { text, next }
}

/** A break in quotes is a space, an empty line a break; in double quotes a backslash at the end takes the break away. */
function folded(text: string, line: string, open: '"' | "'"): string {
  if (open === '"' && /(?:^|[^\\])(?:\\\\)*\\$/.test(text)) return text.slice(0, -1) + line
  if (line === '') return `${text}\n`
  return text.endsWith('\n') ? text + line : `${text} ${line}`
}

/** The quote or bracket that a text leaves open. */
function openIn(text: string): '"' | "'" | 'bracket' | undefined {
  const bare = text.replace(QUOTED, (quoted) => (quoted.includes('\n') ? '_' : '_'.repeat(quoted.length)))
  const mark = OPEN_QUOTE.exec(bare)?.groups?.['mark']
  if (mark === '"' || mark === "'") return mark
  const more = (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0)
  return more > 0 ? 'bracket' : undefined
}

function withoutComment(raw: string): string {
  const masked = raw.replace(QUOTED, (quoted) => '_'.repeat(quoted.length))
  const comment = masked.search(/(?:^|\s)#/)
  return comment < 0 ? raw : raw.slice(0, comment)
}

/** The lines of a block text: empty, or indented further than the line above. */
function blockAt(raw: readonly string[], from: number, indent: number): readonly string[] {
  const end = raw.findIndex((line, at) => at >= from && line.trim() !== '' && line.search(/\S/) <= indent)
  return raw.slice(from, end < 0 ? raw.length : end)
}

function blockText(lines: readonly string[], style: Readonly<Record<string, string>> | undefined): string {
  const indent = lines.find((line) => line.trim() !== '')?.search(/\S/) ?? 0
  const texts = lines.map((line) => line.slice(indent).trimEnd())
  while (texts.at(-1) === '') texts.pop()
  const text = style?.['style'] === '>' ? foldedBlock(texts) : texts.join('\n')
  return style?.['signs']?.includes('-') || text === '' ? text : `${text}\n`
}

/** Breaks are spaces but for empty lines and lines that are indented further. */
function foldedBlock(texts: readonly string[]): string {
  return texts
    .join('\n')
    .replace(/(?<=[^\n])(?<!^[ \t][^\n]*)\n(?=[^\s])/gm, ' ')
    .replace(/\n\n/g, '\n')
}
