import { Reviewed } from '#common/annotation/review'
import { printSearch } from '#common/search/print'
import { SELECTORS, type SearchTerm } from '#common/search/query'
import { SPLITS } from '#common/split'
import { t } from '#renderer/words/words'

/** Something that a word can stand for, with how many images have it. */
export interface Known {
  readonly name: string
  readonly images: number
}

/** Searchable values of a project. */
export interface Vocabulary {
  readonly tags: readonly Known[]
  readonly classes: readonly Known[]
  readonly batches: readonly Known[]
  /** In the order of `SPLITS` and of the states. */
  readonly splits: readonly Known[]
  readonly states: readonly Known[]
  readonly reviews: readonly Known[]
}

export interface Completion {
  /** Replacement of the word. A selector alone waits for its value. */
  readonly text: string
  readonly about: string
  /** Number of images; undefined for a selector. */
  readonly images: number | undefined
}

export interface Completions {
  /** The word that is completed, by its place in the text. */
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

/** Options that are offered at once. */
const MOST = 8

/** Completions of the word at the caret: names of selectors, and values with their counts. */
export function completionsAt(text: string, caret: number, known: Vocabulary): Completions {
  const { from, to } = wordAt(text, caret)
  const [, selector, value] = /^([a-z-]+):(.*)$/is.exec(text.slice(from, caret)) ?? []
  const options =
    selector === undefined
      ? [...selectorsLike(text.slice(from, caret)), ...valuesLike(text.slice(from, caret), known)]
      : valuesOf(selector.toLowerCase(), unquoted(value ?? ''), known)
  const now = text.slice(from, to)
  return { from, to, options: options.filter((option) => option.text !== now).slice(0, MOST) }
}

/** The text with the word replaced, and where the caret stands then. */
export function complete(
  text: string,
  { from, to }: Pick<Completions, 'from' | 'to'>,
  option: Completion,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(to)
  const gap = option.images !== undefined && !/^[\s)]/.test(rest) ? ' ' : ''
  const head = `${text.slice(0, from)}${option.text}${gap}`
  return { text: head + rest, caret: head.length }
}

/** The word around the caret; a leading minus and parentheses are no part of it, white space in quotes is. */
function wordAt(text: string, caret: number): { readonly from: number; readonly to: number } {
  const { from, isQuoted } = startOfWord(text, caret)
  return { from, to: endOfWord(text, caret, isQuoted) }
}

function startOfWord(text: string, caret: number): { readonly from: number; readonly isQuoted: boolean } {
  let from = 0
  let isQuoted = false
  for (let at = 0; at < caret; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"' && text.charAt(at - 1) !== '\\') isQuoted = !isQuoted
    else if (!isQuoted && /[\s()]/.test(sign)) from = at + 1
  }
  return { from: text.charAt(from) === '-' && from < caret ? from + 1 : from, isQuoted }
}

function endOfWord(text: string, caret: number, startsQuoted: boolean): number {
  let isQuoted = startsQuoted
  for (let to = caret; to < text.length; to += 1) {
    const sign = text.charAt(to)
    if (!isQuoted && /[\s()]/.test(sign)) return to
    if (sign === '"') isQuoted = !isQuoted
  }
  return text.length
}

function selectorsLike(part: string): Completion[] {
  const wanted = part.toLowerCase()
  return SELECTORS.filter(({ name }) => name.startsWith(wanted)).map(({ name, about }) => ({
    text: `${name}:`,
    about: t(about),
    images: undefined,
  }))
}

/** A word alone is looked for among tags and classes, as the search does. */
function valuesLike(part: string, known: Vocabulary): Completion[] {
  const wanted = unquoted(part)
  if (wanted === '') return []
  return [...valuesOf('class', wanted, known), ...valuesOf('tag', wanted, known), ...valuesOf('batch', wanted, known)]
}

function valuesOf(selector: string, part: string, known: Vocabulary): Completion[] {
  if (selector === 'tag') return named(known.tags, part, (name) => ({ kind: 'tag', name }))
  if (selector === 'class') return named(known.classes, part, (name) => ({ kind: 'class', name }))
  if (selector === 'batch') return named(known.batches, part, (name) => ({ kind: 'batch', name }))
  if (selector === 'split') {
    return SPLITS.flatMap((split) => named(thatOf(known.splits, split), part, () => ({ kind: 'split', split })))
  }
  if (selector === 'review') {
    return Reviewed.options.flatMap((review) =>
      named(thatOf(known.reviews, review), part, () => ({ kind: 'review', review })),
    )
  }
  if (selector === 'comments') return COMMENTS
  if (selector === 'state')
    return STATES.flatMap((state) => named(thatOf(known.states, state), part, () => ({ kind: 'state', state })))
  return TRUTHS.filter(({ name }) => name === selector).flatMap(({ name }) =>
    [true, false].map((is) => ({ text: printSearch({ kind: name, is }), about: '', images: undefined })),
  )
}

const STATES = ['todo', 'started', 'done'] as const
const COMMENTS = [true, false].map((is) => ({
  text: printSearch({ kind: 'comments', is }),
  about: '',
  images: undefined,
}))
const TRUTHS = [{ name: 'labelled' }, { name: 'predictions' }] as const

function thatOf(all: readonly Known[], wanted: string): readonly Known[] {
  return all.filter(({ name }) => name === wanted)
}

/** Matching names: first those that begin with the part, then the others; the most frequent first in each. */
function named(all: readonly Known[], part: string, toTerm: (name: string) => SearchTerm): Completion[] {
  const wanted = part.toLowerCase()
  return all
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => rank(a, wanted) - rank(b, wanted) || b.images - a.images)
    .slice(0, MOST)
    .map(({ name, images }) => ({ text: printSearch(toTerm(name)), about: '', images }))
}

function rank({ name }: Known, wanted: string): number {
  return name.toLowerCase().startsWith(wanted) ? 0 : 1
}

function unquoted(text: string): string {
  return text.replace(/\\(.)|"/gs, '$1')
}
