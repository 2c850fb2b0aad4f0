import { METADATA_OPERATORS, type MetadataCondition, type MetadataOperator } from './query.ts'

/**
 * Reads `key:value` or `key:op:value`. What stands behind the first colon is a value unless it begins with an operator and a colon, so
 * values may hold colons. Undefined without a colon or without a key.
 */
export function parseMetadataFilter(text: string): MetadataCondition | undefined {
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  const key = text.slice(0, colon)
  const rest = text.slice(colon + 1)
  const second = rest.indexOf(':')
  const operator = METADATA_OPERATORS.find((name) => name === rest.slice(0, Math.max(0, second)))
  return operator === undefined
    ? { key, operator: 'eq', value: rest }
    : { key, operator, value: rest.slice(second + 1) }
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The number that a filter's text is, if it is one. */
export function numberIn(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** Whether a value of `custom_metadata` that can be looked for fits a condition on its key. */
export function fitsValue(value: string | number, { operator, value: asked }: MetadataCondition): boolean {
  const number = typeof value === 'number' ? numberIn(asked) : undefined
  const order =
    typeof value === 'number' && number !== undefined ? Math.sign(value - number) : compareTexts(String(value), asked)
  return FITTING[operator].includes(order)
}

const FITTING: Readonly<Record<MetadataOperator, readonly number[]>> = {
  eq: [0],
  ne: [-1, 1],
  gt: [1],
  lt: [-1],
  gte: [0, 1],
  lte: [-1, 0],
}

/** By code points, as a database sorts; -1, 0 or 1. Comparing code units would put U+FFFF behind every emoji. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return Math.sign(rank(a.charCodeAt(at)) - rank(b.charCodeAt(at)))
}

/** Halves of pairs stand for code points above all that one unit can hold; behind the end there is NaN, which comes first. */
function rank(unit: number): number {
  if (Number.isNaN(unit)) return -1
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}
