import { z } from 'zod'
import { DamagedRowError, isDamagedRow } from '#core/damaged-row'

/** Reads rows; throws a `DamagedRowError` about `what` where they do not hold what this program wrote. */
export function orDamaged<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (failure) {
    throw isSpoilt(failure) ? new DamagedRowError(what, failure) : failure
  }
}

/** The same for a function that reads one row. */
export function storedRow<Row, Value>(whatOf: (row: Row) => string, read: (row: Row) => Value): (row: Row) => Value {
  return (row) => orDamaged(whatOf(row), () => read(row))
}

/** Reads the rows that can be read: in lists, a damaged one costs only itself. */
export function soundRows<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value[] {
  return rows.flatMap((row) => ifSound(() => [read(row)]) ?? [])
}

/** The value, or undefined where it is damaged: for values that can be done without. */
export function ifSound<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (failure) {
    if (isSpoilt(failure)) return undefined
    throw failure
  }
}

/** Text that is no JSON, or not of the shape that it had; SQLite's own functions say the first in their words. */
function isSpoilt(failure: unknown): boolean {
  if (failure instanceof SyntaxError || failure instanceof z.ZodError || isDamagedRow(failure)) return true
  return failure instanceof Error && failure.name === 'SqliteError' && failure.message === 'malformed JSON'
}
