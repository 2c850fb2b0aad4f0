import { z } from 'zod'
import type { Message } from '#common/messages/template'
import { DamagedRowError, isDamagedRow, type Remedy } from '#core/damaged-row'

/** Reads rows; throws a `DamagedRowError` about `what` where they are damaged. */
export function orDamaged<Value>(what: Message, read: () => Value, remedy?: Remedy): Value {
  try {
    return read()
  } catch (cause) {
    throw isDamage(cause) ? new DamagedRowError(what, { cause, ...(remedy && { remedy }) }) : cause
  }
}

/** The same for a function that reads one row. */
export function storedRow<Row, Value>(
  whatOf: (row: Row) => Message,
  read: (row: Row) => Value,
  remedy?: Remedy,
): (row: Row) => Value {
  return (row) => orDamaged(whatOf(row), () => read(row), remedy)
}

/** Reads the rows that can be read: a list skips damaged rows. */
export function soundRows<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value[] {
  return rows.flatMap((row) => ifSound(() => [read(row)]) ?? [])
}

/** The value, or undefined where it is damaged: for values that can be done without. */
export function ifSound<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (failure) {
    if (isDamage(failure)) return undefined
    throw failure
  }
}

/** Invalid JSON (SQLite has its own message for it) or an unexpected shape. */
function isDamage(failure: unknown): boolean {
  if (failure instanceof SyntaxError || failure instanceof z.ZodError || isDamagedRow(failure)) return true
  return failure instanceof Error && failure.name === 'SqliteError' && failure.message === 'malformed JSON'
}
