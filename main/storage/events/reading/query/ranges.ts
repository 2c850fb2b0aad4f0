import { fitsValue, numberIn } from '#common/events/metadata-filter'
import type { MetadataCondition, MetadataOperator } from '#common/events/query'

/** One end of values that lie beside each other: SQL over `value`, and what it asks for. */
export interface Bound {
  readonly where: string
  readonly params: readonly (string | number)[]
}

/** Values beside each other in the index of metadata. */
export interface ValueRange {
  readonly from: Bound
  readonly to: Bound
}

/** A condition as ranges of the index. */
export interface ValueRanges {
  readonly ranges: readonly ValueRange[]
  /** All values in the ranges fit the condition. */
  readonly areExact: boolean
}

/** Where in the index the values lie that fit. Numbers come before all texts there, and '' is the first text. */
export function valueRanges(condition: MetadataCondition): ValueRanges {
  const texts = rangesIn(TEXTS, condition.operator, condition.value)
  const number = numberIn(condition.value)
  if (number !== undefined)
    return { ranges: [...rangesIn(NUMBERS, condition.operator, number), ...texts], areExact: true }
  const numbers = numbersAsTexts(condition)
  return { ranges: numbers === 'none' ? texts : [NUMBERS, ...texts], areExact: numbers !== 'some' }
}

const OPEN: Bound = { where: 'TRUE', params: [] }
const NUMBERS: ValueRange = { from: OPEN, to: { where: "value < ''", params: [] } }
const TEXTS: ValueRange = { from: { where: "value >= ''", params: [] }, to: OPEN }

function rangesIn(all: ValueRange, operator: MetadataOperator, value: string | number): readonly ValueRange[] {
  const bound = (comparison: string): Bound => ({ where: `value ${comparison} ?`, params: [value] })
  const below = { from: all.from, to: bound('<') }
  const above = { from: bound('>'), to: all.to }
  const ranges: Readonly<Record<MetadataOperator, readonly ValueRange[]>> = {
    eq: [{ from: bound('>='), to: bound('<=') }],
    ne: [below, above],
    lt: [below],
    gt: [above],
    lte: [{ from: all.from, to: bound('<=') }],
    gte: [{ from: bound('>='), to: all.to }],
  }
  return ranges[operator]
}

/** Which numbers fit a text that is none: their texts begin with a digit or a minus, so mostly all or none do. */
function numbersAsTexts(condition: MetadataCondition): 'all' | 'none' | 'some' {
  const { operator, value } = condition
  if (operator === 'eq') return 'none'
  if (operator === 'ne') return 'all'
  if (/^[-./0-9]/.test(value)) return 'some'
  return fitsValue(0, condition) ? 'all' : 'none'
}
