import { message } from '../messages/message.ts'
import type { Message } from '../messages/template.ts'
import { err, ok, type Result } from '../result.ts'
import { SEARCH_LIMITS } from './query.ts'

/** A fault of a query, with its place. */
export interface SearchFault {
  /** Place of the word at fault in the text, from 0. */
  readonly at: number
  readonly word: string
  /** The fault and how to mend it, without the place. */
  readonly reason: Message
}

/** A run of characters that stood in quotes, or did not. */
export interface Piece {
  readonly text: string
  readonly isQuoted: boolean
}

export interface Token {
  readonly kind: 'open' | 'close' | 'minus' | 'and' | 'or' | 'not' | 'term'
  readonly at: number
  readonly word: string
  /** Of a term; empty otherwise. */
  readonly pieces: readonly Piece[]
}

export function fault(at: number, word: string, reason: Message): Result<never, SearchFault> {
  return err({ at, word, reason })
}

const OPERATORS = { AND: 'and', OR: 'or', NOT: 'not' } as const
const SIGNS = { '(': 'open', ')': 'close', '-': 'minus' } as const

/** Cuts a query into words, signs and operators. */
export function readTokens(text: string): Result<Token[], SearchFault> {
  if (text.length > SEARCH_LIMITS.length) {
    return fault(SEARCH_LIMITS.length, '', message('query-too-long', { most: String(SEARCH_LIMITS.length) }))
  }
  const tokens: Token[] = []
  let terms = 0
  for (let at = nextWord(text, 0); at < text.length; ) {
    const token = readToken(text, at)
    if (!token.ok) return token
    terms += token.value.kind === 'term' ? 1 : 0
    if (terms > SEARCH_LIMITS.terms) {
      return fault(at, token.value.word, message('query-too-many-words', { most: SEARCH_LIMITS.terms }))
    }
    tokens.push(token.value)
    at = nextWord(text, at + token.value.word.length)
  }
  return ok(tokens)
}

function nextWord(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charAt(at))) at += 1
  return at
}

function readToken(text: string, at: number): Result<Token, SearchFault> {
  const sign = text.charAt(at)
  if (sign === '(' || sign === ')' || sign === '-') {
    return ok({ kind: SIGNS[sign], at, word: sign, pieces: [] })
  }
  const term = readTerm(text, at)
  if (!term.ok) return term
  const { word, pieces } = term.value
  if (word === 'AND' || word === 'OR' || word === 'NOT') return ok({ kind: OPERATORS[word], at, word, pieces: [] })
  return ok({ kind: 'term', at, word, pieces })
}

/** A term ends at white space or a parenthesis that is not in quotes. */
function readTerm(text: string, start: number): Result<{ word: string; pieces: Piece[] }, SearchFault> {
  const pieces: Piece[] = []
  let at = start
  while (at < text.length && !isSpace(text.charAt(at)) && text.charAt(at) !== '(' && text.charAt(at) !== ')') {
    const isQuoted = text.charAt(at) === '"'
    const end = isQuoted ? endOfQuotes(text, at) : endOfBare(text, at)
    if (end === undefined) return fault(at, text.slice(at, at + 40), message('quotes-not-closed'))
    pieces.push({ isQuoted, text: isQuoted ? unescape(text.slice(at + 1, end - 1)) : text.slice(at, end) })
    at = end
  }
  return ok({ word: text.slice(start, at), pieces })
}

function endOfBare(text: string, start: number): number {
  let at = start
  while (at < text.length && !isSpace(text.charAt(at)) && !'()"'.includes(text.charAt(at))) at += 1
  return at
}

/** The place behind the closing quotes. A backslash takes the character behind it as it is. */
function endOfQuotes(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1
    else if (text.charAt(at) === '"') return at + 1
  }
  return undefined
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gsu, '$1')
}

function isSpace(character: string): boolean {
  return /\s/u.test(character)
}
