import { isUtf8 } from 'node:buffer'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { MAX_JSON_DEPTH, TOO_DEEP } from '../../../labels/kit/json.ts'
import { MAX_TEXT_BYTES, NOT_UTF8 } from '../texts.ts'

/** A JSON text that ends too early or goes on too long, or that is none. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
  /** From 1. */
  readonly line: number

  readonly fault: Message

  constructor(fault: Message, line: number) {
    super(sentenceOf(fault))
    this.fault = fault
    this.line = line
  }
}

/** The wanted parts of a JSON text, by the keys of the outermost object; the empty key stands for the outermost bracket itself. */
export interface WantedEntries {
  /** Lists whose entries are wanted. */
  readonly lists?: readonly string[]
  /** Objects whose members are wanted. */
  readonly objects?: readonly string[]
}

/** Whole entries of a list or an object, as text in brackets with the commas between them. */
export interface RawBatch {
  /** The key of the list or the object in the outermost object; empty for the outermost bracket. */
  readonly key: string
  /** Whether the entries are members of an object. */
  readonly isObject: boolean
  /** The place of the first entry, from 0. */
  readonly first: number
  /** Where the text begins, from 1. */
  readonly line: number
  readonly text: string
}

interface State {
  readonly wanted: WantedEntries
  /** Bytes not yet handed over, and perhaps some that were. */
  bytes: Buffer
  length: number
  at: number
  depth: number
  line: number
  isText: boolean
  /** Whether the outermost bracket is closed. */
  isOver: boolean
  /** Where the last text directly inside the outermost object begins. */
  textStart: number
  /** That text: before a list it is the list's key. */
  key: string
  list: OpenList | undefined
  readonly counts: Map<string, number>
  /** The keys of those wanted that have begun. */
  readonly met: Set<string>
}

/** A list or an object whose entries are wanted. */
interface OpenList {
  readonly key: string
  readonly isObject: boolean
  /** How many brackets are open between its entries. */
  readonly depth: number
  /** Where the entries begin that are not yet given away, and their line. */
  start: number
  line: number
  /** Where the last whole one of them ends, and its line. */
  end: number
  endLine: number
  /** How many came before those, and how many with them. */
  given: number
  seen: number
}

const PLAIN = 0
const BREAK = 1
const QUOTE = 2
const OPEN = 3
const CLOSE = 4
const COMMA = 5

/** Meanings of bytes inside an entry. Brackets of both kinds are one: the parser tells them apart. */
const INSIDE = new Uint8Array(256)
for (const [meaning, marks] of [
  [BREAK, '\n'],
  [QUOTE, '"'],
  [OPEN, '{['],
  [CLOSE, '}]'],
] as const) {
  for (const mark of marks) INSIDE[mark.charCodeAt(0)] = meaning
}
/** Between entries a comma counts as well; inside, where there is one a number, it would only hold up. */
const BETWEEN = INSIDE.with(0x2c, COMMA)
const BACKSLASH = 0x5c
/** Longest key of a list. */
const MAX_KEY = 1024

/**
 * Finds the entries of lists and objects without parsing them, while the bytes come piece by piece; it keeps those of the unfinished
 * entry. All of it throws `JsonTextError`.
 */
export function elementScanner(wanted: WantedEntries) {
  const state: State = {
    wanted,
    bytes: Buffer.allocUnsafe(256 * 1024),
    length: 0,
    at: 0,
    depth: 0,
    line: 1,
    isText: false,
    isOver: false,
    textStart: 0,
    key: '',
    list: undefined,
    counts: new Map(),
    met: new Set(),
  }
  return {
    push(piece: Uint8Array): RawBatch[] {
      append(state, piece)
      const batches: RawBatch[] = []
      while (state.at < state.length) step(state, batches)
      give(state, batches)
      if (state.length - keptFrom(state) > MAX_TEXT_BYTES) {
        throw new JsonTextError(message('json-entry-too-large'), state.list?.line ?? state.line)
      }
      return batches
    },
    /** Whether a wanted list or object of this key has begun. */
    hasMet: (key: string) => state.met.has(key),
    end(): void {
      if (state.depth > 0 || state.isText) throw new JsonTextError(message('json-cut-off'), state.line)
    },
  }
}

function step(state: State, batches: RawBatch[]): void {
  if (state.isText) return passText(state)
  const mark = nextMark(state)
  if (mark === PLAIN) return
  if (mark === BREAK) state.line += 1
  else if (mark === QUOTE) openText(state)
  else if (mark === OPEN) open(state)
  else if (mark === CLOSE) close(state, batches)
  else endEntry(state)
  state.at += 1
}

/** Goes on to the next byte that means something. */
function nextMark(state: State): number {
  const meanings = state.depth === state.list?.depth ? BETWEEN : INSIDE
  const { bytes, length } = state
  let { at } = state
  let mark = PLAIN
  while (at < length) {
    mark = meanings[bytes[at] ?? 0] ?? PLAIN
    if (mark !== PLAIN) break
    at += 1
  }
  state.at = at
  return mark
}

function openText(state: State): void {
  state.isText = true
  if (state.depth === 1) state.textStart = state.at + 1
}

/** Goes on behind the text that is open. A backslash at the end of a piece takes the first byte of the next one along. */
function passText(state: State): void {
  const { bytes, length } = state
  let { at } = state
  while (at < length && bytes[at] !== 0x22) at += bytes[at] === BACKSLASH ? 2 : 1
  if (at < length) {
    state.isText = false
    if (state.depth === 1) state.key = at - state.textStart > MAX_KEY ? '' : bytes.toString('utf8', state.textStart, at)
    at += 1
  }
  state.at = at
}

function open(state: State): void {
  const { key, at, line, depth } = state
  if (depth === 0 && state.isOver) throw new JsonTextError(message('json-goes-on'), line)
  state.depth += 1
  if (state.depth > MAX_JSON_DEPTH) throw new JsonTextError(TOO_DEEP, line)
  const isObject = state.bytes[at] === 0x7b
  const isPlace = depth === 0 || (depth === 1 && key !== '' && state.list === undefined)
  if (!isPlace || !wantedKeys(state, isObject).includes(key)) return
  state.met.add(key)
  const given = state.counts.get(key) ?? 0
  state.list = { key, isObject, depth: depth + 1, start: at + 1, line, end: at + 1, endLine: line, given, seen: given }
}

function wantedKeys({ wanted: { lists = [], objects = [] } }: State, isObject: boolean): readonly string[] {
  return isObject ? objects : lists
}

function close(state: State, batches: RawBatch[]): void {
  const { list, at } = state
  if (state.depth === 0) throw new JsonTextError(message('json-closes-unopened'), state.line)
  state.depth -= 1
  state.isOver = state.depth === 0
  if (!list || state.depth >= list.depth) return
  const rest = state.bytes.subarray(list.seen > list.given ? list.end + 1 : list.start, at)
  if (rest.some((byte) => byte > 0x20)) endEntry(state)
  give(state, batches)
  state.counts.set(list.key, list.seen)
  state.list = undefined
}

function endEntry({ list, at, line }: State): void {
  if (!list) return
  list.seen += 1
  list.end = at
  list.endLine = line
}

/** The whole entries that are there. */
function give({ list, bytes }: State, batches: RawBatch[]): void {
  if (!list || list.seen === list.given) return
  const { key, isObject, given: first, line, start, end } = list
  if (!isUtf8(bytes.subarray(start, end))) throw new JsonTextError(NOT_UTF8, line)
  // The bytes around the entries are a bracket or a comma already; a text is not copied again to be put into brackets.
  bytes[start - 1] = isObject ? 0x7b : 0x5b
  bytes[end] = isObject ? 0x7d : 0x5d
  batches.push({ key, isObject, first, line, text: bytes.toString('utf8', start - 1, end + 1) })
  list.given = list.seen
  list.start = end + 1
  list.line = list.endLine
}

/** From where on the bytes are still needed: of a list with the one before its entries. */
function keptFrom({ list, isText, depth, textStart, at, length }: State): number {
  if (list) return Math.min(list.start - 1, length)
  // A long text is no key: it may be an image of many megabytes, of which nothing is kept.
  const isPerhapsKey = isText && depth === 1 && length - textStart <= MAX_KEY
  return Math.min(isPerhapsKey ? textStart : at, length)
}

function append(state: State, piece: Uint8Array): void {
  const from = keptFrom(state)
  const kept = state.length - from
  const old = state.bytes
  if (kept + piece.byteLength > old.byteLength) state.bytes = Buffer.allocUnsafe(2 * (kept + piece.byteLength))
  state.bytes.set(old.subarray(from, state.length))
  state.bytes.set(piece, kept)
  state.at -= from
  state.textStart -= from
  if (state.list) {
    state.list.start -= from
    state.list.end -= from
  }
  state.length = kept + piece.byteLength
}
