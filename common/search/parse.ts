import { type Refusal, refuse } from '../errors.ts'
import { message } from '../messages/message.ts'
import { ok, type Result } from '../result.ts'
import { SEARCH_LIMITS, type SearchQuery } from './query.ts'
import { readTerm } from './terms.ts'
import { fault, readTokens, type SearchFault, type Token } from './tokens.ts'

type Parsed = Result<SearchQuery, SearchFault>

/**
 * Reads a query: words and selectors side by side must all hold; `OR`, `AND`, `NOT` (or a leading `-`) and parentheses as usual,
 * `NOT` binding closest and `OR` loosest. Nothing, or `*`, is every image. Never throws.
 */
export function parseSearch(text: string): Parsed {
  const tokens = readTokens(text)
  if (!tokens.ok) return tokens
  if (tokens.value.length === 0) return ok({ kind: 'all' })
  const reader = { tokens: tokens.value, next: 0, depth: 0, end: text.length }
  const query = readAlternatives(reader)
  const rest = reader.tokens[reader.next]
  if (!query.ok || rest === undefined) return query
  return fault(rest.at, rest.word, message('parenthesis-closes-nothing'))
}

/** The same, with the fault as a sentence that names the place. */
export function readSearch(text: string): Result<SearchQuery, Refusal> {
  const query = parseSearch(text)
  return query.ok ? query : refuseFault(query.error)
}

function refuseFault({ at, word, reason }: SearchFault) {
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word
  const place = String(at + 1)
  return shown === ''
    ? refuse('search-faulty-there', { place }, reason)
    : refuse('search-faulty', { place, word: shown }, reason)
}

interface Reader {
  readonly tokens: readonly Token[]
  next: number
  depth: number
  /** Where the text ends. */
  readonly end: number
}

function readAlternatives(reader: Reader): Parsed {
  return readJoined(reader, 'or', readAll)
}

function readAll(reader: Reader): Parsed {
  return readJoined(reader, 'and', readNegated)
}

function readJoined(reader: Reader, kind: 'and' | 'or', readPart: (reader: Reader) => Parsed): Parsed {
  const first = readPart(reader)
  if (!first.ok) return first
  const parts = [first.value]
  while (goesOn(reader, kind)) {
    const part = readPart(reader)
    if (!part.ok) return part
    parts.push(part.value)
  }
  return parts.length === 1 ? first : ok({ kind, parts })
}

/** Whether another part follows; an operator before it is stepped over. */
function goesOn(reader: Reader, kind: 'and' | 'or'): boolean {
  const token = reader.tokens[reader.next]
  if (token === undefined || token.kind === 'close') return false
  if (token.kind !== kind) return kind === 'and' && token.kind !== 'or'
  reader.next += 1
  return true
}

function readNegated(reader: Reader): Parsed {
  const token = reader.tokens[reader.next]
  if (token?.kind !== 'minus' && token?.kind !== 'not') return readPrimary(reader)
  return nested(reader, token, () => {
    const next = reader.tokens[reader.next + 1]
    const isAlone = token.kind === 'minus' && next?.at !== token.at + 1
    if (isAlone) return fault(token.at, '-', message('minus-alone'))
    reader.next += 1
    const of = readNegated(reader)
    return of.ok ? ok({ kind: 'not', of: of.value }) : of
  })
}

function readPrimary(reader: Reader): Parsed {
  const token = reader.tokens[reader.next]
  if (token === undefined) return missingAfter(reader)
  if (token.kind === 'open') return nested(reader, token, () => readGroup(reader, token))
  if (token.kind !== 'term') return notAWord(token)
  reader.next += 1
  return readTerm(token)
}

function readGroup(reader: Reader, open: Token): Parsed {
  reader.next += 1
  const query = readAlternatives(reader)
  if (!query.ok) return query
  if (reader.tokens[reader.next]?.kind !== 'close') {
    return fault(open.at, '(', message('parenthesis-not-closed'))
  }
  reader.next += 1
  return query
}

function nested(reader: Reader, { at, word }: Token, read: () => Parsed): Parsed {
  if (reader.depth >= SEARCH_LIMITS.depth) {
    return fault(at, word, message('query-too-deep', { most: SEARCH_LIMITS.depth }))
  }
  reader.depth += 1
  const query = read()
  reader.depth -= 1
  return query
}

function missingAfter({ tokens, end }: Reader): Parsed {
  const last = tokens.at(-1)
  if (last === undefined) return fault(end, '', message('word-missing-at-end'))
  return fault(last.at, last.word, message('word-missing-after', { word: last.word }))
}

function notAWord({ at, word, kind }: Token): Parsed {
  if (kind === 'close') return fault(at, word, message('word-missing-before-parenthesis'))
  return fault(at, word, message('operator-alone', { word }))
}
