import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { SEARCH_LIMITS } from '#common/search/query'
import { shorten } from '#common/text'
import type { CatalogEntry } from './ports.ts'

type Comparison = '>' | '>=' | '<' | '<=' | '='

/** One condition on a project; texts are compared in any case. */
type CatalogTerm =
  /** A part of what is said of the project: name, classes, type, license, description, address. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'class' | 'type'; readonly name: string }
  | { readonly kind: 'images' | 'stars'; readonly is: Comparison; readonly value: number }
  /** No project of a library comes with a model. */
  | { readonly kind: 'model' }

/** Conditions on projects, all of which must hold. */
export type CatalogQuery = readonly CatalogTerm[]

const SELECTOR = /^(images|stars|class|type|model)(>=|<=|>|<|=|:)(.*)$/is

/** Reads the words that a person or a program wrote. */
export function readCatalogQuery(text: string): Result<CatalogQuery, Refusal> {
  if (text.length > SEARCH_LIMITS.length) {
    return refuse('search-too-long', { length: text.length, most: SEARCH_LIMITS.length })
  }
  const words = text.match(/(?:"[^"]*"|[^\s"])+/g) ?? []
  if (words.length > SEARCH_LIMITS.terms) {
    return refuse('search-has-too-many-words', { count: words.length, most: SEARCH_LIMITS.terms })
  }
  const terms: CatalogTerm[] = []
  for (const word of words) {
    const term = readTerm(word)
    if (!term.ok) return term
    terms.push(term.value)
  }
  return ok(terms)
}

function readTerm(word: string): Result<CatalogTerm, Refusal> {
  const [, selector = '', sign = '', rest = ''] = SELECTOR.exec(word) ?? []
  const value = bare(rest)
  switch (selector.toLowerCase()) {
    case 'images':
      return readNumber('images', { word, sign, value })
    case 'stars':
      return readNumber('stars', { word, sign, value })
    case 'class':
      return ok({ kind: 'class', name: value })
    case 'type':
      return ok({ kind: 'type', name: value })
    case 'model':
      return ok({ kind: 'model' })
    default:
      return ok({ kind: 'word', text: bare(word) })
  }
}

interface Compared {
  readonly word: string
  readonly sign: string
  readonly value: string
}

function readNumber(kind: 'images' | 'stars', { word, sign, value }: Compared): Result<CatalogTerm, Refusal> {
  if (!/^\d{1,12}$/.test(value)) {
    return refuse('search-number-missing', { word: shorten(word), kind, example: kind })
  }
  const is = sign === '>' || sign === '>=' || sign === '<' || sign === '<=' ? sign : '='
  return ok({ kind, is, value: Number(value) })
}

function bare(text: string): string {
  return text.replaceAll('"', '').toLowerCase()
}

/** Whether a project fulfils all conditions. */
export function fits(entry: CatalogEntry, query: CatalogQuery): boolean {
  const said = saidOf(entry)
  return query.every((term) => fitsTerm(entry, said, term))
}

function fitsTerm(entry: CatalogEntry, said: string, term: CatalogTerm): boolean {
  switch (term.kind) {
    case 'word':
      return said.includes(term.text)
    case 'class':
      return entry.classes.some(({ name }) => name.toLowerCase() === term.name)
    case 'type':
      return isType(entry, term.name)
    case 'images':
      return compare(entry.images, term.is, term.value)
    case 'stars':
      // Nobody gives stars here: every project has none.
      return compare(0, term.is, term.value)
    case 'model':
      return false
  }
}

/** Types are written with dashes or spaces; `classification` is every kind of it. */
export function isType({ type }: Pick<CatalogEntry, 'type'>, wanted: string): boolean {
  const name = wanted
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  return type === name || (name === 'classification' && type.endsWith('-classification'))
}

function compare(value: number, is: Comparison, limit: number): boolean {
  switch (is) {
    case '>':
      return value > limit
    case '>=':
      return value >= limit
    case '<':
      return value < limit
    case '<=':
      return value <= limit
    case '=':
      return value === limit
  }
}

/** Everything that a word is looked for in, in lower case. */
function saidOf({ name, type, license, description, workspace, project, classes }: CatalogEntry): string {
  const words = [name, type, type.replaceAll('-', ' '), license, description, `${workspace}/${project}`]
  return [...words, ...classes.map((known) => known.name)].join('\n').toLowerCase()
}
