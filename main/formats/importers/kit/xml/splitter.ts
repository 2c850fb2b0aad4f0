import { declaresEntities } from '../../../labels/kit/xml.ts'
import { MAX_TEXT_BYTES } from '../texts.ts'

/** An XML text that is cut off or damaged. */
export class XmlTextError extends Error {
  override readonly name = 'XmlTextError'
  /** From 1. */
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** A whole element as it stands in the file. */
export interface ElementText {
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
}

interface State {
  /** What is not yet passed. */
  rest: string
  at: number
  line: number
  /** Names of the elements around. */
  readonly open: string[]
  kept: Kept | undefined
  isAnyThere: boolean
  /** Pieces that the end of a tag or a remark cannot be in. */
  readonly waiting: string[]
  waitingLength: number
}

/** An element that is wanted and not yet at its end. */
interface Kept {
  readonly line: number
  readonly pieces: string[]
  length: number
  /** Where in the rest it begins or goes on. */
  from: number
}

const MAX_DEPTH = 50
/** Of a tag or a remark. The outline of an object stands in a tag. */
const MAX_TOKEN = 16 * 1024 * 1024

/**
 * Finds the elements of some names directly inside the outermost one, without parsing them, while the text comes piece by piece;
 * it keeps that of the unfinished element. All of it throws `XmlTextError`.
 */
export function elementSplitter(names: ReadonlySet<string>) {
  const state: State = {
    ...{ rest: '', at: 0, line: 1, open: [], kept: undefined },
    ...{ isAnyThere: false, waiting: [], waitingLength: 0 },
  }
  return {
    push(piece: string): readonly ElementText[] {
      const found: ElementText[] = []
      if (!takeIn(state, piece)) return found
      for (let end = endOfToken(state); end !== undefined; end = endOfToken(state)) pass(state, { end, names, found })
      drop(state)
      return found
    },
    end(): void {
      const { open, rest, line, isAnyThere } = state
      if (open.length > 0) throw new XmlTextError(`The XML is cut off inside <${open.at(-1)}>`, line)
      if (rest !== '' || !isAnyThere) throw new XmlTextError('The XML is cut off', line)
    },
  }
}

/** Puts pieces together only when something may end in them: adding up a long tag piece by piece would copy it each time. */
function takeIn(state: State, piece: string): boolean {
  const { rest, waiting, line } = state
  state.waitingLength += piece.length
  if (rest.length + state.waitingLength > MAX_TOKEN + piece.length) {
    throw new XmlTextError('A tag is longer than 16 MB', line)
  }
  waiting.push(piece)
  if (rest !== '' && !piece.includes('>')) return false
  state.rest += waiting.join('')
  waiting.length = 0
  state.waitingLength = 0
  return true
}

const MARKS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<', '>'],
]
const LONGEST_START = 9

/** Behind the tag, the remark or the text that begins here; undefined while its end is not there. */
function endOfToken({ rest, at }: State): number | undefined {
  if (at >= rest.length) return undefined
  if (rest[at] !== '<') {
    const next = rest.indexOf('<', at)
    return next < 0 ? rest.length : next
  }
  if (rest.length - at < LONGEST_START && !rest.includes('>', at)) return undefined
  const [start, end] = MARKS.find((mark) => rest.startsWith(mark[0], at)) ?? ['<', '>']
  const found = rest.indexOf(end, at + start.length)
  return found < 0 ? undefined : found + end.length
}

const TAG = /<(?<close>\/?)(?<name>[A-Za-z_][\w:.-]*)/y

interface Passing {
  readonly end: number
  readonly names: ReadonlySet<string>
  readonly found: ElementText[]
}

function pass(state: State, { end, names, found }: Passing): void {
  const { rest, at } = state
  refuseEntities(state, end)
  TAG.lastIndex = at
  const { close, name } = TAG.exec(rest)?.groups ?? {}
  if (name !== undefined && close === '') openElement(state, name, names)
  const isClosed = name !== undefined && (close === '/' || rest[end - 2] === '/')
  if (isClosed) closeElement(state, name)
  state.at = end
  state.line += breaksIn(rest, at, end)
  if (isClosed && state.open.length === 1) give(state, found)
}

function refuseEntities({ rest, at, line }: State, end: number): void {
  if (!declaresEntities(rest, at, end)) return
  throw new XmlTextError('The XML declares entities, which Tessera does not read. Replace them with their text', line)
}

function openElement(state: State, name: string, names: ReadonlySet<string>): void {
  const { open, line, at } = state
  state.isAnyThere = true
  if (open.length === 1 && names.has(name)) state.kept = { line, pieces: [], length: 0, from: at }
  if (open.push(name) > MAX_DEPTH) throw new XmlTextError('The XML is nested too deeply', line)
}

function closeElement({ open, line }: State, name: string): void {
  if (open.pop() === name) return
  throw new XmlTextError(`The XML closes <${name}>, which is not open there`, line)
}

function give(state: State, found: ElementText[]): void {
  const { kept, rest, at } = state
  if (kept) found.push({ text: [...kept.pieces, rest.slice(kept.from, at)].join(''), line: kept.line })
  state.kept = undefined
}

/** Lets go of what is passed. */
function drop(state: State): void {
  const { rest, at, kept, line } = state
  if (kept) {
    kept.pieces.push(rest.slice(kept.from, at))
    kept.length += at - kept.from
    kept.from = 0
    if (kept.length > MAX_TEXT_BYTES) throw new XmlTextError('It has an element of more than 64 MB', line)
  }
  state.rest = rest.slice(at)
  state.at = 0
}

function breaksIn(text: string, start: number, end: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) breaks += 1
  return breaks
}
