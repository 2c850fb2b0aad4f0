import Database from 'better-sqlite3'
import { isDamage } from './damage.ts'

/** The fault of a database; `stopped` where nobody wants to know any more, undefined when it is sound. */
export function checkTables(path: string, isStopped: () => boolean): string | undefined {
  try {
    return faultIn(path, isStopped)
  } catch (failure) {
    if (isDamage(failure) && failure instanceof Error) return failure.message
    throw failure
  }
}

/** A table at a time: SQLite cannot be stopped within one. */
function faultIn(path: string, isStopped: () => boolean): string | undefined {
  const db = new Database(path, { readonly: true })
  try {
    const tables = db.prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')`,
    )
    for (const table of tables.pluck().all()) {
      if (isStopped()) return 'stopped'
      const said = db
        .prepare<[], string>(`PRAGMA quick_check("${table.replaceAll('"', '""')}")`)
        .pluck()
        .get()
      if (said !== 'ok') return said ?? `${table} could not be checked`
    }
    return undefined
  } finally {
    db.close()
  }
}
