import type { SchemaIssue, ValidationError } from '@orpc/contract'
import type { AnyProcedure } from '@orpc/server'

/**
 * The answer of a procedure without the list entries that its schema refused: one damaged row in the database must not cost the list.
 * Undefined where the fault lies elsewhere, or deeper than the entries of the answer's own lists: what lies inside one belongs together.
 */
export async function withoutDamagedEntries(
  { issues, data }: ValidationError,
  procedure: AnyProcedure,
): Promise<unknown> {
  const entries = issues.map(entryOf)
  if (!entries.every((entry) => entry !== undefined)) return undefined
  const left = Array.isArray(data) ? without(data, indexesIn(entries, undefined)) : withoutIn(data, entries)
  const checked = await procedure['~orpc'].outputSchema?.['~standard'].validate(left)
  return checked === undefined || checked.issues ? undefined : checked.value
}

/** An entry of the answer's list, or of a list that is a member of it. */
interface Entry {
  readonly list: string | undefined
  readonly index: number
}

function entryOf({ path = [] }: SchemaIssue): Entry | undefined {
  const [first, second] = path.map((step) => (typeof step === 'object' ? step.key : step))
  if (typeof first === 'number') return { list: undefined, index: first }
  return typeof first === 'string' && typeof second === 'number' ? { list: first, index: second } : undefined
}

function indexesIn(entries: readonly Entry[], list: string | undefined): ReadonlySet<number> {
  return new Set(entries.flatMap((entry) => (entry.list === list ? [entry.index] : [])))
}

function without(list: readonly unknown[], indexes: ReadonlySet<number>): unknown[] {
  return list.filter((_, index) => !indexes.has(index))
}

function withoutIn(data: unknown, entries: readonly Entry[]): unknown {
  const members = Object.entries(Object(data)).map(([name, value]) => {
    return [name, Array.isArray(value) ? without(value, indexesIn(entries, name)) : value]
  })
  return Object.fromEntries(members)
}
