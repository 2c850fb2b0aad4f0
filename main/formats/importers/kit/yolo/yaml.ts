import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { yamlText } from '#common/yaml-text'
import { linesOf, type YamlLine } from './yaml-lines.ts'

/** Values in the files that describe datasets. */
export type YamlValue = string | readonly YamlValue[] | YamlMap
export type YamlMap = ReadonlyMap<string, YamlValue>

/** Where the text is not understood, from 1. */
export interface YamlFault {
  readonly line: number
  readonly reason: Message
}

/** The lines that are left to read. */
interface Cursor {
  readonly lines: readonly YamlLine[]
  readonly anchors: Map<string, YamlValue>
  at: number
}

class YamlError extends Error {
  readonly reason: Message
  readonly line: number

  constructor(reason: Message, line: number) {
    super(sentenceOf(reason))
    this.reason = reason
    this.line = line
  }
}

const MAX_DEPTH = 20
/** Twenty thousand class names; a longer text would take minutes to take apart. */
const MAX_LENGTH = 1024 * 1024

/**
 * Maps, lists and texts, nested by indents or in brackets, as YAML writes them. All scalars are texts. An alias stands for
 * what its anchor names; tags say nothing, and several documents are read as one.
 */
export function readYaml(text: string): Result<YamlMap, YamlFault> {
  if (text.length > MAX_LENGTH) return err({ line: 1, reason: message('yaml-too-large') })
  try {
    if (/^\s*\{/.test(text)) return ok(wholeInBraces(text.trim()))
    const cursor: Cursor = { lines: linesOf(text), anchors: new Map(), at: 0 }
    const value = cursor.lines.length === 0 ? new Map<string, YamlValue>() : readBlock(cursor, 0, 0)
    const rest = cursor.lines[cursor.at]
    if (rest) throw new YamlError(message('yaml-indented-oddly'), rest.line)
    return value instanceof Map ? ok(value) : err({ line: 1, reason: message('yaml-without-pair') })
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return err({ line: error.line, reason: error.reason })
  }
}

/** JSON is YAML. */
function wholeInBraces(text: string): YamlMap {
  const value = readInline(text, 1)
  if (value instanceof Map) return value
  throw new YamlError(message('yaml-without-pair'), 1)
}

function readBlock(cursor: Cursor, least: number, depth: number): YamlValue {
  const first = cursor.lines[cursor.at]
  if (!first || first.indent < least) return ''
  if (depth > MAX_DEPTH) throw new YamlError(message('yaml-nested-too-deeply'), first.line)
  return isItem(first) ? readItems(cursor, first.indent, depth) : readPairs(cursor, first.indent, depth)
}

function isItem({ text }: YamlLine): boolean {
  return /^-(?:\s|$)/.test(text)
}

function readItems(cursor: Cursor, indent: number, depth: number): YamlValue {
  const items: YamlValue[] = []
  for (let line = cursor.lines[cursor.at]; line?.indent === indent && isItem(line); line = cursor.lines[cursor.at]) {
    cursor.at += 1
    const value = { ...line, text: line.text.slice(1).trim() }
    items.push(readValue(cursor, value, () => readBlock(cursor, indent + 1, depth + 1)))
  }
  return items
}

const QUOTED_KEY = /^(?<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?:\s(?<value>[\s\S]*))?$/

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
    if (pair === undefined) throw new YamlError(message('yaml-not-pair'), line.line)
    const { key, value } = pair
    cursor.at += 1
    pairs.set(
      yamlText(key),
      readValue(cursor, { ...line, text: value }, () => readBelow(cursor, indent, depth)),
    )
  }
  return pairs
}

/** Anchor and tag before a value. */
const PROPERTIES = /^(?:(?:&(?<anchor>[^\s[\]{},]+)|![^\s[\]{},]*)(?:\s+|$))+/

/** The value behind a key or a dash, on its line or below it. */
function readValue(cursor: Cursor, line: YamlLine, below: () => YamlValue): YamlValue {
  const properties = PROPERTIES.exec(line.text)
  const text = line.text.slice(properties?.[0].length ?? 0)
  const value = text === '' ? below() : readOnLine(cursor, { ...line, text })
  const anchor = properties?.groups?.['anchor']
  if (anchor !== undefined) cursor.anchors.set(anchor, value)
  return value
}

function readOnLine(cursor: Cursor, { text, block, indent, line }: YamlLine): YamlValue {
  if (block !== undefined) return block
  if (text.startsWith('*')) {
    const named = cursor.anchors.get(text.slice(1).trim())
    if (named === undefined) throw new YamlError(message('yaml-anchor-missing', { text: JSON.stringify(text) }), line)
    return named
  }
  if (/^[[{"']/.test(text)) return readInline(text, line)
  return [yamlText(text), ...continued(cursor, indent)].join(' ')
}

/** The lines on which a bare text goes on, further in. */
function* continued(cursor: Cursor, indent: number): Generator<string> {
  for (let line = cursor.lines[cursor.at]; line && line.indent > indent; line = cursor.lines[cursor.at]) {
    if (pairIn(line.text) || isItem(line)) return
    cursor.at += 1
    yield line.text
  }
}

/** The value under a key: further in, or a list at its own indent. */
function readBelow(cursor: Cursor, indent: number, depth: number): YamlValue {
  const next = cursor.lines[cursor.at]
  return readBlock(cursor, next && isItem(next) ? indent : indent + 1, depth + 1)
}

const FLOW = /\s*(?<mark>[[\]{},:])|\s*(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|\s*(?<bare>(?:[^[\]{},:]|:(?=\S))+)/y

/** A scalar, or a list or a map in brackets. */
function readInline(text: string, line: number): YamlValue {
  if (!/^[[{]/.test(text)) return yamlText(text)
  const tokens: string[] = []
  const flow = new RegExp(FLOW)
  while (flow.lastIndex < text.length) {
    const token = flow.exec(text)?.[0]
    if (token === undefined) break
    tokens.push(token.trim())
  }
  const reading = { tokens, at: 0, line }
  const value = readFlow(reading, 0)
  if (reading.at < tokens.length) throw new YamlError(message('yaml-text-after-bracket'), line)
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
  if (token === undefined || depth > MAX_DEPTH) throw new YamlError(message('yaml-bracket-open'), flow.line)
  if (token === '[') return [...entries(flow, depth, ']')].map(({ value }) => value)
  if (token === '{') return new Map([...entries(flow, depth, '}')].map(({ key, value }) => [key, value]))
  return yamlText(token)
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
    else if (flow.tokens[flow.at] !== end) throw new YamlError(message('yaml-bracket-open'), flow.line)
  }
  flow.at += 1
}
