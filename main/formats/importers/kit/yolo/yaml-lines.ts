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
const OPEN_QUOTE = /(?:^|:\s+|^-\s+|[[{,]\s*)["']/
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

/** A line with those on which its brackets and quotes go on. Each is looked at once, however many there are. */
function joined(raw: readonly string[], from: number): { readonly text: string; readonly next: number } {
  const first = withoutComment(raw[from] ?? '').trim()
  const pieces = [first]
  let open = openAfter(first, { quote: undefined, depth: 0 }, '')
  let next = from + 1
  for (; (open.quote !== undefined || open.depth > 0) && next < raw.length; next++) {
    const [line, last] = [raw[next] ?? '', pieces.pop() ?? '']
    const { quote } = open
    const text = (quote === undefined ? withoutComment(line) : line).trim()
    open = openAfter(text, open, last)
    if (quote === undefined) pieces.push(last, text === '' ? '' : ` ${text}`)
    else pieces.push(...folded(last, text, quote))
  }
  return { text: pieces.filter((piece) => piece !== '').join(''), next }
}

/** A break in quotes is a space, an empty line a break; in double quotes a backslash at the end takes the break away. */
function folded(last: string, line: string, quote: Quote): readonly string[] {
  if (quote === '"' && /(?:^|[^\\])(?:\\\\)*\\$/.test(last)) return [last.slice(0, -1), line]
  if (line === '') return [last, '\n']
  return [last, last.endsWith('\n') ? line : ` ${line}`]
}

type Quote = '"' | "'"

/** The quote and brackets that a text leaves open. */
interface Open {
  readonly quote: Quote | undefined
  readonly depth: number
}

/** Up to the end of what is in quotes. */
const REST_OF: Readonly<Record<Quote, RegExp>> = {
  '"': /^[^"\\]*(?:\\.[^"\\]*)*"/,
  "'": /^[^']*(?:''[^']*)*'(?!')/,
}

/** The state after a line, where something was open before it; the line follows the text `before`. */
function openAfter(line: string, { quote, depth }: Open, before: string): Open {
  const quoted = quote === undefined ? '' : REST_OF[quote].exec(line)?.[0]
  if (quoted === undefined) return { quote, depth }
  const around = quoted === '' ? before.slice(-1) : '_'
  const bare = line.slice(quoted.length).replace(QUOTED, (each) => '_'.repeat(each.length))
  const opened = openQuote(around === '' ? bare : `${around} ${bare}`)
  const counted = opened ? bare.slice(0, opened.end - (around === '' ? 0 : 2)) : bare
  return { quote: opened?.quote, depth: depth + bracketsIn(counted) }
}

function openQuote(text: string): { readonly quote: Quote; readonly end: number } | undefined {
  const opened = OPEN_QUOTE.exec(text)
  if (!opened) return undefined
  return { quote: opened[0].endsWith('"') ? '"' : "'", end: opened.index + opened[0].length }
}

function bracketsIn(text: string): number {
  return (text.match(/[[{]/g)?.length ?? 0) - (text.match(/[\]}]/g)?.length ?? 0)
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
