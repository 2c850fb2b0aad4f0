import type { AddedWhen, SearchQuery, SearchTerm } from './query.ts'

/** Writes a query so that reading it gives the same again. */
export function printSearch(query: SearchQuery): string {
  if (query.kind === 'all') return '*'
  if ('parts' in query) return query.parts.map(printPart).join(query.kind === 'and' ? ' ' : ' OR ')
  return query.kind === 'not' ? `-${printPart(query.of)}` : printTerm(query)
}

function printPart(part: SearchQuery): string {
  return part.kind === 'and' || part.kind === 'or' ? `(${printSearch(part)})` : printSearch(part)
}

function printTerm(term: SearchTerm): string {
  if (term.kind === 'word') return quoted(term.text)
  return term.kind === 'measure' ? `${term.is}-${term.of}:${term.value}` : `${term.kind}:${valueOf(term)}`
}

const SIGN: Readonly<Record<AddedWhen, string>> = { on: '', after: '>', from: '>=', before: '<', until: '<=' }

function valueOf(term: Exclude<SearchTerm, { kind: 'measure' }>): string {
  if ('text' in term) return quoted(term.text)
  if ('name' in term) return named(term.name)
  if (term.kind === 'comments') return term.is ? 'open' : 'none'
  if ('is' in term) return String(term.is)
  if ('split' in term) return term.split
  if ('review' in term) return term.review
  return term.kind === 'state' ? term.state : lastValueOf(term)
}

function lastValueOf(term: Extract<SearchTerm, { kind: 'project' | 'metadata' | 'attribute' | 'added' }>): string {
  switch (term.kind) {
    case 'project':
      return term.slug === null ? 'false' : quoted(term.slug)
    case 'metadata':
    case 'attribute':
      return term.value === null ? quoted(term.key) : `${quoted(term.key)}=${quoted(term.value)}`
    case 'added':
      return `${SIGN[term.when]}${term.day}`
  }
}

/** Null is any. */
function named(name: string | null): string {
  return name === null ? '*' : quoted(name)
}

/** In quotes unless it is a plain word. */
function quoted(text: string): string {
  const isPlain = /^[\p{L}\p{N}_.][\p{L}\p{N}_.-]*$/u.test(text) && !/^(?:AND|OR|NOT)$/.test(text)
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}
