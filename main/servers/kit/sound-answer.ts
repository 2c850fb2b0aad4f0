import { type DamagedRowError, damagedValue } from '#core/damaged-row'

/** A fault that a schema finds in an answer. The path leads from its root to the value. */
export interface AnswerFault {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * The answer without the entries of its lists in which the faults lie: one damaged row in the database must not cost a list. Undefined
 * where a fault lies elsewhere, or deeper than the lists of the answer's own members: what lies inside an entry belongs together.
 */
export function withoutFaultyEntries(answer: unknown, faults: readonly AnswerFault[]): unknown {
  const entries = faults.map(entryOf)
  if (!entries.every((entry) => entry !== undefined)) return undefined
  return Array.isArray(answer) ? without(answer, indexesIn(entries, undefined)) : withoutIn(answer, entries)
}

/** For the log. */
export function damageIn(call: string, faults: readonly AnswerFault[]): string {
  return `Stored values in the answer of ${call} are damaged: ${placesOf(faults)}`
}

/** The first few damaged values. */
function placesOf(faults: readonly AnswerFault[]): string {
  const places = faults.map(({ path = [] }) => path.map((step) => String(nameOf(step))).join('.'))
  return [...new Set(places)].slice(0, MOST_PLACES).join(', ')
}

const MOST_PLACES = 3

/** The failure where an answer cannot do without a damaged value. */
export function damagedAnswer(faults: readonly AnswerFault[]): DamagedRowError {
  return damagedValue(placesOf(faults))
}

/** An entry of the answer's list, or of a list that is a member of it. */
interface Entry {
  readonly list: string | undefined
  readonly index: number
}

function entryOf({ path = [] }: AnswerFault): Entry | undefined {
  const [first, second] = path.map(nameOf)
  if (typeof first === 'number') return { list: undefined, index: first }
  return typeof first === 'string' && typeof second === 'number' ? { list: first, index: second } : undefined
}

function nameOf(step: PropertyKey | { readonly key: PropertyKey }): PropertyKey {
  return typeof step === 'object' ? step.key : step
}

function indexesIn(entries: readonly Entry[], list: string | undefined): ReadonlySet<number> {
  return new Set(entries.flatMap((entry) => (entry.list === list ? [entry.index] : [])))
}

function without(list: readonly unknown[], indexes: ReadonlySet<number>): unknown[] {
  return list.filter((_, index) => !indexes.has(index))
}

function withoutIn(answer: unknown, entries: readonly Entry[]): unknown {
  const members = Object.entries(Object(answer)).map(([name, value]) => {
    return [name, Array.isArray(value) ? without(value, indexesIn(entries, name)) : value]
  })
  return Object.fromEntries(members)
}
