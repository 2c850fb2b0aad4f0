import { type AttributeValue, MAX_ATTRIBUTE_TEXT } from '../marks.ts'
import { AttributeName, attributeKey, type NamedAttribute } from './attribute.ts'
import { isUnsaid, numberIn } from './values.ts'

/** Values of one name over all annotations of a class, counted: enough of them to tell the kind of the attribute. */
export interface Observed {
  readonly name: string
  /** Each thing that was said, and how often; of texts no more than `MAX_KEPT` different ones. */
  readonly values: Map<AttributeValue, number>
  total: number
  /** Whether more different things were said than are kept. */
  isMore: boolean
}

const MAX_KEPT = 200
/** More different words than this are texts, not choices. */
const MAX_GUESSED_CHOICES = 30

export function observed(name: string): Observed {
  return { name, values: new Map(), total: 0, isMore: false }
}

export function observe(all: Observed, said: AttributeValue): void {
  if (isUnsaid(said)) return
  // Of what is too long for any label no more is kept than shows that.
  const value = typeof said === 'string' ? said.slice(0, MAX_ATTRIBUTE_TEXT + 1) : said
  all.total += 1
  const count = all.values.get(value)
  if (count !== undefined || all.values.size < MAX_KEPT) all.values.set(value, (count ?? 0) + 1)
  else all.isMore = true
}

/**
 * The attribute that can say all of it: yes or no, numbers, a few words that come again and again, or texts. Undefined where it has
 * no usable name, or nothing was said.
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
  // A text is rarely said twice.
  if (areFew && all.total >= 2 * keys.size) return { ...common, kind: 'choice', choices: words }
  return { ...common, kind: 'text' }
}

function isYesOrNo(value: AttributeValue): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false' || value === 'True' || value === 'False'
}
