import { err, ok, type Result } from '#common/result'

/** What the files that describe data sets hold. */
export type YamlValue = string | readonly YamlValue[] | YamlMap
export type YamlMap = ReadonlyMap<string, YamlValue>

/** Where the text is not understood, from 1. */
export interface YamlFault {
  readonly line: number
  readonly reason: string
}

interface Line {
  readonly indent: number
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** The lines that are left to read. */
interface Cursor {
  readonly lines: readonly Line[]
  at: number
}

class YamlError extends Error {
  readonly line: number

  constructor(reason: string, line: number) {
    super(reason)
    this.line = line
  }
}

const MAX_DEPTH = 20
/** Twenty thousand class names; a longer text would take minutes to take apart. */
const MAX_LENGTH = 1024 * 1024

/**
 * Maps, lists and texts, nested by indents or in brackets, as YAML writes them. All scalars are texts. Anchors, tags and
 * several documents are not known; the text of `|` and `>` is passed over, for it is a script.
 */
export function readYaml(text: string): Result<YamlMap, YamlFault> {
  if (text.length > MAX_LENGTH) return err({ line: 1, reason: 'it has more than 1 MB' })
  try {
    const cursor = { lines: linesOf(text), at: 0 }
    const value = cursor.lines.length === 0 ? new Map<string, YamlValue>() : readBlock(cursor, 0, 0)
    const rest = cursor.lines[cursor.at]
    if (rest) throw new YamlError('the line is indented unlike those before it', rest.line)
    return value instanceof Map ? ok(value) : err({ line: 1, reason: 'there is no "key: value"' })
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return err({ line: error.line, reason: error.message })
  }
}

/** Lines with something on them; those that go on inside brackets are one. */
function linesOf(source: string): readonly Line[] {
  const lines: Line[] = []
  let open = 0
  for (const line of withoutScripts(source)) {
    const last = lines.at(-1)
    if (open > 0 && last) lines[lines.length - 1] = { ...last, text: `${last.text} ${line.text}` }
    else lines.push(line)
    open += bracketsIn(line.text)
  }
  return lines
}

function* withoutScripts(source: string): Generator<Line> {
  let script: number | undefined
  for (const [index, raw] of source.split(/\r?\n/).entries()) {
    const text = withoutComment(raw).trim()
    const indent = raw.search(/\S|$/)
    const isScript = script !== undefined && (raw.trim() === '' || indent > script)
    if (isScript || text === '' || /^(?:---|\.\.\.|%)/.test(text)) continue
    script = /:\s*[|>][-+\d]*$/.test(text) ? indent : undefined
    yield { indent, text, line: index + 1 }
  }
}

const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'/g

function withoutComment(raw: string): string {
  const masked = raw.replace(QUOTED, (quoted) => '_'.repeat(quoted.length))
  const comment = masked.search(/(?:^|\s)#/)
  return comment < 0 ? raw : raw.slice(0, comment)
}

/** How many more brackets open than close. */
function bracketsIn(text: string): number {
  const bare = text.replace(QUOTED, '')
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0)
}

function readBlock(cursor: Cursor, least: number, depth: number): YamlValue {
  const first = cursor.lines[cursor.at]
  if (!first || first.indent < least) return ''
  if (depth > MAX_DEPTH) throw new YamlError('it is nested too deeply', first.line)
  return isItem(first) ? readItems(cursor, first.indent, depth) : readPairs(cursor, first.indent, depth)
}

function isItem({ text }: Line): boolean {
  return /^-(?:\s|$)/.test(text)
}

function readItems(cursor: Cursor, indent: number, depth: number): YamlValue {
  const items: YamlValue[] = []
  for (let line = cursor.lines[cursor.at]; line?.indent === indent && isItem(line); line = cursor.lines[cursor.at]) {
    cursor.at += 1
    const text = line.text.slice(1).trim()
    items.push(text === '' ? readBlock(cursor, indent + 1, depth + 1) : readInline(text, line.line))
  }
  return items
}

const QUOTED_KEY = /^(?<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?:\s(?<value>.*))?$/

/** `key: value`, in a time that grows with the length of the line alone. */
function pairIn(text: string): { readonly key: string; readonly value: string } | undefined {
  if (/^["']/.test(text)) {
    const { key, value = '' } = QUOTED_KEY.exec(text)?.groups ?? {}
    return key === undefined ? undefined : { key, value: value.trimStart() }
  }
  const colon = text.search(/:(?:\s|$)/)
  const key = text.slice(0, Math.max(0, colon)).trimEnd()
  if (key === '' || /^[[{#]/.test(key) || key.includes('#')) return undefined
  return { key, value: text.slice(colon + 1).trimStart() }
}

function readPairs(cursor: Cursor, indent: number, depth: number): YamlMap {
  const pairs = new Map<string, YamlValue>()
  for (let line = cursor.lines[cursor.at]; line?.indent === indent; line = cursor.lines[cursor.at]) {
    const pair = pairIn(line.text)
    if (pair === undefined) throw new YamlError('the line is no "key: value"', line.line)
    const { key, value } = pair
    cursor.at += 1
    pairs.set(unquoted(key), value === '' ? readBelow(cursor, indent, depth) : readInline(value, line.line))
  }
  return pairs
}

/** What stands under a key: further in, or a list at its own indent. */
function readBelow(cursor: Cursor, indent: number, depth: number): YamlValue {
  const next = cursor.lines[cursor.at]
  return readBlock(cursor, next && isItem(next) ? indent : indent + 1, depth + 1)
}

const FLOW = /\s*(?<mark>[[\]{},:])|\s*(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|\s*(?<bare>(?:[^[\]{},:]|:(?=\S))+)/y

/** A scalar, or a list or a map in brackets. */
function readInline(text: string, line: number): YamlValue {
  if (!/^[[{]/.test(text)) return /^[|>][-+\d]*$/.test(text) ? '' : unquoted(text)
  const tokens: string[] = []
  const flow = new RegExp(FLOW)
  while (flow.lastIndex < text.length) {
    const token = flow.exec(text)?.[0]
    if (token === undefined) break
    tokens.push(token.trim())
  }
  const reading = { tokens, at: 0, line }
  const value = readFlow(reading, 0)
  if (reading.at < tokens.length) throw new YamlError('something stands behind the closing bracket', line)
  return value
}

interface Flow {
  readonly tokens: readonly string[]
  at: number
  readonly line: number
}

function readFlow(flow: Flow, depth: number): YamlValue {
  const token = flow.tokens[flow.at]
  flow.at += 1
  if (token === undefined || depth > MAX_DEPTH) throw new YamlError('a bracket does not close', flow.line)
  if (token === '[') return [...entries(flow, depth, ']')].map(({ value }) => value)
  if (token === '{') return new Map([...entries(flow, depth, '}')].map(({ key, value }) => [key, value]))
  return unquoted(token)
}

/** Up to the closing bracket; an entry without a colon has an empty value as a pair, and no key as an item. */
function* entries(flow: Flow, depth: number, end: string) {
  while (flow.tokens[flow.at] !== end) {
    const value = readFlow(flow, depth + 1)
    const isPair = flow.tokens[flow.at] === ':'
    if (isPair) flow.at += 1
    const key = typeof value === 'string' ? value : ''
    yield { key, value: isPair ? readFlow(flow, depth + 1) : value }
    if (flow.tokens[flow.at] === ',') flow.at += 1
    else if (flow.tokens[flow.at] !== end) throw new YamlError('a bracket does not close', flow.line)
  }
  flow.at += 1
}

function unquoted(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (!/^".*"$/s.test(text)) return text.trim()
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
