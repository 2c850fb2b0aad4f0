import { compareTexts, fitsValue, numberIn } from '#common/events/metadata-filter'
import type { MetadataCondition, MetadataOperator } from '#common/events/query'

/** One end of a range: SQL over `value`, and its parameter. */
export interface Bound {
  readonly where: string
  readonly params: readonly (string | number)[]
}

/** A contiguous range of values in the metadata index. */
export interface ValueRange {
  readonly from: Bound
  readonly to: Bound
}

/** A condition as ranges of the index. */
export interface ValueRanges<Range extends ValueRange = ValueRange> {
  readonly ranges: readonly Range[]
  /** Whether all values in the ranges satisfy the condition. */
  readonly areExact: boolean
}

/** An end with its position among all values; without one it is unbounded. */
interface End extends Bound {
  readonly at?: { readonly value: string | number; readonly isInside: boolean }
}

interface Stretch extends ValueRange {
  readonly from: End
  readonly to: End
}

/**
 * Returns the ranges of values that satisfy all conditions on one key. Each range has the tighter of the given ends, so
 * that a seek goes to its first value and stops after its last. In the index, numbers come before all texts, and '' is
 * the first text.
 */
export function valueRanges(conditions: readonly MetadataCondition[]): ValueRanges {
  const each = conditions.map(rangesOf)
  const ranges = each.reduce<readonly Stretch[]>((found, { ranges: more }) => overlaps(found, more), [EVERYTHING])
  return { ranges, areExact: each.every(({ areExact }) => areExact) }
}

function rangesOf(condition: MetadataCondition): ValueRanges<Stretch> {
  const texts = rangesIn(TEXTS, condition.operator, condition.value)
  const number = numberIn(condition.value)
  if (number !== undefined)
    return { ranges: [...rangesIn(NUMBERS, condition.operator, number), ...texts], areExact: true }
  const numbers = numbersAsTexts(condition)
  return { ranges: numbers === 'none' ? texts : [NUMBERS, ...texts], areExact: numbers !== 'some' }
}

const OPEN: End = { where: 'TRUE', params: [] }
const EVERYTHING: Stretch = { from: OPEN, to: OPEN }
const FIRST_TEXT = { value: '', isInside: false }
const NUMBERS: Stretch = { from: OPEN, to: { where: "value < ''", params: [], at: FIRST_TEXT } }
const TEXTS: Stretch = {
  from: { where: "value >= ''", params: [], at: { ...FIRST_TEXT, isInside: true } },
  to: OPEN,
}

function rangesIn(all: Stretch, operator: MetadataOperator, value: string | number): readonly Stretch[] {
  const end = (comparison: '<' | '<=' | '>' | '>='): End => ({
    where: `value ${comparison} ?`,
    params: [value],
    at: { value, isInside: comparison.endsWith('=') },
  })
  const below = { from: all.from, to: end('<') }
  const above = { from: end('>'), to: all.to }
  const ranges: Readonly<Record<MetadataOperator, readonly Stretch[]>> = {
    eq: [{ from: end('>='), to: end('<=') }],
    ne: [below, above],
    lt: [below],
    gt: [above],
    lte: [{ from: all.from, to: end('<=') }],
    gte: [{ from: end('>='), to: all.to }],
  }
  return ranges[operator]
}

/**
 * Returns the intersections of two lists of ranges. The ranges of each list are disjoint, so there are hardly more than
 * in the longer one.
 */
function overlaps(some: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const both = { from: tighter(one.from, other.from, 1), to: tighter(one.to, other.to, -1) }
      return isEmpty(both) ? [] : [both]
    }),
  )
}

/** `way` is 1 for the starts of ranges, −1 for their ends. */
function tighter(one: End, other: End, way: 1 | -1): End {
  if (one.at === undefined) return other
  if (other.at === undefined) return one
  const order = way * compareValues(one.at.value, other.at.value)
  if (order === 0) return one.at.isInside ? other : one
  return order > 0 ? one : other
}

function isEmpty({ from, to }: Stretch): boolean {
  if (from.at === undefined || to.at === undefined) return false
  const order = compareValues(from.at.value, to.at.value)
  return order > 0 || (order === 0 && !(from.at.isInside && to.at.isInside))
}

/** Compares values in the order of the index. */
function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? Math.sign(a - b) : -1
  return typeof b === 'number' ? 1 : compareTexts(a, b)
}

/**
 * Returns which numbers match a text that is not a number. Their texts begin with a digit or a minus, so mostly all or
 * none do.
 */
function numbersAsTexts(condition: MetadataCondition): 'all' | 'none' | 'some' {
  const { operator, value } = condition
  if (operator === 'eq') return 'none'
  if (operator === 'ne') return 'all'
  if (/^[-./0-9]/.test(value)) return 'some'
  return fitsValue(0, condition) ? 'all' : 'none'
}
