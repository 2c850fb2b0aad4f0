import { type AttributeValue, MAX_ATTRIBUTE_TEXT } from '../marks.ts'
import { AttributeName, attributeKey, type NamedAttribute } from './attribute.ts'
import { isUnsaid, numberIn } from './values.ts'

/** Values of one name over all annotations of a class, counted, from which the kind of the attribute is guessed. */
export interface Observed {
  readonly name: string
  /** Counts by value; at most `MAX_KEPT` different texts are kept. */
  readonly values: Map<AttributeValue, number>
  total: number
  /** Whether there were more different values than are kept. */
  isMore: boolean
}

const MAX_KEPT = 200
/** With more different words than this the attribute is a text, not a choice. */
const MAX_GUESSED_CHOICES = 30

export function observed(name: string): Observed {
  return { name, values: new Map(), total: 0, isMore: false }
}

export function observe(all: Observed, said: AttributeValue): void {
  if (isUnsaid(said)) return
  // Of a text that is too long, only enough is kept to show that.
  const value = typeof said === 'string' ? said.slice(0, MAX_ATTRIBUTE_TEXT + 1) : said
  all.total += 1
  const count = all.values.get(value)
  if (count !== undefined || all.values.size < MAX_KEPT) all.values.set(value, (count ?? 0) + 1)
  else all.isMore = true
}

/**
 * Returns an attribute that can hold all values: yes or no, a number, a choice of a few repeated words, or a text.
 * Returns undefined without a usable name or values.
 */
export function guessed(all: Observed): NamedAttribute | undefined {
  const name = AttributeName.safeParse(all.name)
  if (!name.success || all.total === 0) return undefined
  const common = { name: name.data, isRequired: false }
  const values = [...all.values.keys()]
  if (values.every(isYesOrNo)) return { ...common, kind: 'yes-no' }
  if (values.every((value) => numberIn(value) !== undefined)) return { ...common, kind: 'number' }
  const words = values.map(String)
  const keys = new Set(words.map(attributeKey))
  const areFew =
    !all.isMore && keys.size <= MAX_GUESSED_CHOICES && words.every((word) => AttributeName.safeParse(word).success)
  // Free texts rarely repeat.
  if (areFew && all.total >= 2 * keys.size) return { ...common, kind: 'choice', choices: words }
  return { ...common, kind: 'text' }
}

function isYesOrNo(value: AttributeValue): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false' || value === 'True' || value === 'False'
}
