import { Reviewed } from '../annotation/review.ts'
import { ImageState } from '../contract/images.ts'
import type { PlainCode } from '../messages/catalogue.ts'
import { message } from '../messages/message.ts'
import { ok, type Result } from '../result.ts'
import { Split } from '../split.ts'
import { type AddedWhen, type Measure, SELECTORS, type SearchQuery, type SelectorName } from './query.ts'
import { fault, type Piece, type SearchFault, type Token } from './tokens.ts'

type Read = Result<SearchQuery, SearchFault>

/** A word, or a selector with its value. */
export function readTerm(token: Token): Read {
  const { pieces, word, at } = token
  if (word === '*') return ok({ kind: 'all' })
  const { before, after } = cutAt(pieces, ':')
  const selector = before?.toLowerCase()
  if (selector !== undefined && /^[a-z][a-z-]*$/.test(selector)) return readSelector(token, selector, after)
  const text = joined(pieces)
  return text === '' ? fault(at, word, message('quotes-empty')) : ok({ kind: 'word', text })
}

function readSelector({ at, word }: Token, selector: string, pieces: readonly Piece[]): Read {
  const known = SELECTORS.find(({ name }) => name === selector)
  if (known === undefined) {
    const names = SELECTORS.map(({ name }) => `${name}:`)
    return fault(at, word, message('selector-unknown', { selector, names }))
  }
  const value = joined(pieces)
  if (value === '') return fault(at, word, message('selector-without-value', { selector, example: known.example }))
  const { read, demand } = READERS[known.name]
  const term = read(value, pieces)
  if (term !== undefined) return ok(term)
  const wanted = { selector, demand: message(demand), example: known.example }
  return fault(at, word, message('selector-value-unsuitable', wanted))
}

interface Reader {
  /** The term of a selector; undefined when it cannot have the value. */
  readonly read: (value: string, pieces: readonly Piece[]) => SearchQuery | undefined
  readonly demand: `demands-${string}` & PlainCode
}

function named(kind: 'tag' | 'class' | 'batch' | 'lacks'): Reader {
  return { read: (name) => ({ kind, name }), demand: 'demands-name' }
}

function bound(of: Measure, is: 'min' | 'max'): Reader {
  return {
    read: (value) => (/^\d{1,9}$/.test(value) ? { kind: 'measure', of, is, value: Number(value) } : undefined),
    demand: 'demands-whole-number',
  }
}

function either(kind: 'labelled' | 'predictions'): Reader {
  return {
    read: (value) => (value === 'true' || value === 'false' ? { kind, is: value === 'true' } : undefined),
    demand: 'demands-boolean',
  }
}

const READERS: Readonly<Record<SelectorName, Reader>> = {
  tag: named('tag'),
  class: named('class'),
  batch: named('batch'),
  job: { read: (value) => ({ kind: 'job', name: value === '*' ? null : value }), demand: 'demands-name' },
  split: { read: toSplit, demand: 'demands-split' },
  state: { read: toState, demand: 'demands-state' },
  review: { read: toReview, demand: 'demands-review' },
  filename: { read: (text) => ({ kind: 'filename', text }), demand: 'demands-part-of-name' },
  project: {
    read: (value) => ({ kind: 'project', slug: value === 'false' ? null : value.toLowerCase() }),
    demand: 'demands-project',
  },
  metadata: { read: (_value, pieces) => toPair('metadata', pieces), demand: 'demands-key-and-value' },
  attribute: { read: (_value, pieces) => toPair('attribute', pieces), demand: 'demands-name-and-value' },
  lacks: named('lacks'),
  'min-width': bound('width', 'min'),
  'max-width': bound('width', 'max'),
  'min-height': bound('height', 'min'),
  'max-height': bound('height', 'max'),
  'min-annotations': bound('annotations', 'min'),
  'max-annotations': bound('annotations', 'max'),
  added: { read: toAdded, demand: 'demands-day' },
  labelled: either('labelled'),
  predictions: either('predictions'),
  comments: {
    read: (value) => (value === 'open' || value === 'none' ? { kind: 'comments', is: value === 'open' } : undefined),
    demand: 'demands-open-or-none',
  },
}

function toSplit(value: string): SearchQuery | undefined {
  const split = Split.safeParse(value.toLowerCase())
  return split.success ? { kind: 'split', split: split.data } : undefined
}

function toState(value: string): SearchQuery | undefined {
  const state = ImageState.safeParse(value.toLowerCase())
  return state.success ? { kind: 'state', state: state.data } : undefined
}

function toReview(value: string): SearchQuery | undefined {
  const review = Reviewed.safeParse(value.toLowerCase())
  return review.success ? { kind: 'review', review: review.data } : undefined
}

function toPair(kind: 'metadata' | 'attribute', pieces: readonly Piece[]): SearchQuery | undefined {
  const { before, after } = cutAt(pieces, '=')
  const key = before ?? joined(pieces)
  const value = joined(after)
  if (key === '' || (before !== undefined && value === '')) return undefined
  return { kind, key, value: before === undefined ? null : value }
}

const WHEN: Readonly<Record<string, AddedWhen>> = { '': 'on', '>': 'after', '>=': 'from', '<': 'before', '<=': 'until' }

function toAdded(value: string): SearchQuery | undefined {
  const [, sign = '', day = ''] = /^([<>]=?)?(\d{4}-\d{2}-\d{2})$/.exec(value) ?? []
  const when = WHEN[sign]
  const moment = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
  return when !== undefined && isDay ? { kind: 'added', when, day } : undefined
}

/** Cuts at the first `sign` that stands outside quotes; `before` is undefined when there is none. */
function cutAt(
  pieces: readonly Piece[],
  sign: string,
): { readonly before: string | undefined; readonly after: readonly Piece[] } {
  const index = pieces.findIndex(({ text, isQuoted }) => !isQuoted && text.includes(sign))
  const piece = pieces[index]
  if (piece === undefined) return { before: undefined, after: [] }
  const cut = piece.text.indexOf(sign)
  const rest = { text: piece.text.slice(cut + 1), isQuoted: false }
  return {
    before: joined(pieces.slice(0, index)) + piece.text.slice(0, cut),
    after: [rest, ...pieces.slice(index + 1)],
  }
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}
