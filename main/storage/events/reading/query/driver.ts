import { type Condition, countedFurther } from './conditions.ts'
import { ALL_EVENTS, countUpTo, type Direction, type KeySource, keyBehind, type Span } from './sources.ts'
import type { QuerySql } from './statements.ts'

/** The index along which a part of a query is walked. */
export interface Driver {
  readonly sources: readonly KeySource[]
  /** The condition that it serves; undefined walks through all events. */
  readonly condition: Condition | undefined
}

const EVERYTHING: Driver = { sources: [ALL_EVENTS], condition: undefined }

/** Entries per index that are sampled to estimate their density. */
const PROBED_ENTRIES = 1000
/** Number of sources sampled in long lists of values. */
const PROBED_SOURCES = 32

/** Returns the most selective condition for this span: the one whose entries are the sparsest at its start. */
export function chooseDriver(
  sql: QuerySql,
  conditions: readonly Condition[],
  within: { readonly span: Span; readonly direction: Direction },
): Driver {
  const able = conditions.filter(({ entriesToSort = 0 }) => Number.isFinite(entriesToSort))
  const [first] = able
  if (first === undefined) return EVERYTHING
  if (able.length === 1) return { sources: first.sources, condition: first }
  const rated = able.map((condition) => ({ condition, density: densityOf(sql, condition, within) }))
  const { condition } = rated.reduce((best, other) => (other.density < best.density ? other : best))
  return { sources: condition.sources, condition }
}

/** Returns the approximate number of entries per microsecond. */
function densityOf(
  sql: QuerySql,
  { sources, entriesToSort }: Condition,
  { span, direction }: { readonly span: Span; readonly direction: Direction },
): number {
  const length = Math.max(1, span.end - span.start)
  if (entriesToSort !== undefined) return entriesToSort / length
  const step = Math.ceil(sources.length / PROBED_SOURCES)
  const probed = sources.filter((_, index) => index % step === 0)
  const count = Math.ceil(PROBED_ENTRIES / Math.max(1, sources.length))
  const densities = probed.map((source) => {
    const reached = keyBehind(sql, source, { span, direction, count })
    if (reached === undefined) return count / 2 / length
    return count / (direction === 'asc' ? reached - span.start + 1 : span.end - reached)
  })
  return densities.reduce((sum, density) => sum + density, 0) * step
}

/** Sorting more entries than this delays other work. */
const MOST_SORTED_ENTRIES = 100_000
/** Approximate number of entries that are sorted in the time of testing one event's body. */
const SORTED_PER_TEST = 30

/** Progress of a walk. */
export interface Progress {
  readonly walked: number
  readonly found: number
  readonly missing: number
}

/**
 * Ranges of metadata are sorted only when they are short. If a walk finds little, ranges of medium length are counted
 * too, and may drive when sorting them is cheaper than the rest of the walk.
 */
export function admitLongRanges(
  sql: QuerySql,
  conditions: readonly Condition[],
  { walked, found, missing }: Progress,
): readonly Condition[] {
  const awaited = (walked / Math.max(found, 0.5)) * missing
  const most = Math.min(MOST_SORTED_ENTRIES, Math.round(awaited * SORTED_PER_TEST))
  return conditions.map((condition) => countedFurther(sql, condition, most))
}

/** Longer indexes are not compared by counting. */
const MOST_COMPARED_ENTRIES = 100_000

/** Returns the condition with the fewest entries, for counting, where order does not matter. At least one is given. */
export function countingDriver(sql: QuerySql, conditions: readonly Condition[], span: Span): Driver {
  const rated = conditions.map((condition) => ({
    condition,
    entries: countUpTo(sql, condition.sources, MOST_COMPARED_ENTRIES),
  }))
  const shortest = rated.toSorted((a, b) => a.entries - b.entries)[0]
  const inOrder = conditions.filter(({ entriesToSort }) => entriesToSort === undefined)
  if (shortest === undefined) return EVERYTHING
  if (shortest.entries === MOST_COMPARED_ENTRIES && inOrder.length > 0)
    return chooseDriver(sql, inOrder, { span, direction: 'asc' })
  return { sources: shortest.condition.sources, condition: shortest.condition }
}
