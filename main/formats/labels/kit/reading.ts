import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten as shortenTo } from '#common/text'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { FilePlace } from './places.ts'

/** The objects of an annotation file in the file's order and under its own names, or why it is not understood. */
export type ReadObjects = Result<readonly ReadAnnotation[], Refusal>

/** An object whose class is an empty text. */
export function withoutClass(place: FilePlace) {
  return refuse('class-missing', { place })
}

/** Each object by itself, or the one refusal of all. */
export function separately(objects: ReadObjects): readonly Result<ReadAnnotation, Refusal>[] {
  return objects.ok ? objects.value.map((object) => ok(object)) : [objects]
}

/** The value of every item, in order, or the refusal of the first one that is refused. */
export function readEvery<Item, Value>(
  items: readonly Item[],
  read: (item: Item, index: number) => Result<Value, Refusal>,
): Result<Value[], Refusal> {
  const values: Value[] = []
  for (const [index, item] of items.entries()) {
    const value = read(item, index)
    if (!value.ok) return value
    values.push(value.value)
  }
  return ok(values)
}

/** Reads items that hold any number of objects each. */
export function readAll<Item>(items: readonly Item[], read: (item: Item, index: number) => ReadObjects): ReadObjects {
  const lists = readEvery(items, read)
  return lists.ok ? ok(lists.value.flat()) : lists
}

const MOST_SHOWN = 40

/** Text of a caller inside a sentence. */
export function shorten(text: string): string {
  return shortenTo(text, MOST_SHOWN)
}

/** A number as text, spelled in the decimal way; undefined for anything else, infinite ones included. */
export function numberOf(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? ''
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed)) return undefined
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : undefined
}

/** Words that are all numbers; the refusal says which one is not. */
export function readNumbers(words: readonly string[], place: FilePlace): Result<number[], Refusal> {
  return readEvery(words, (word) => {
    const value = numberOf(word)
    return value === undefined ? refuse('word-not-number', { place, text: shorten(word) }) : ok(value)
  })
}

/** Whether most of the numbers are too large for shares of the sides of an image. */
export function isInPixels(numbers: readonly string[]): boolean {
  return numbers.filter((number) => Math.abs(Number(number)) > 1.01).length * 2 > numbers.length
}
