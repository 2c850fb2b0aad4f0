import Database from 'better-sqlite3'

/**
 * Replaces characters in stored text, like bit rot that SQLite does not notice. `at` is `table.column`, `from` the text
 * there, `to` its replacement, and `where` selects the rows.
 */
export function damageRows(
  database: string,
  at: `${string}.${string}`,
  { from, to, where = 'TRUE' }: { readonly from: string; readonly to: string; readonly where?: string },
): void {
  const [table, column] = at.split('.')
  const db = new Database(database)
  try {
    const { changes } = db
      .prepare(`UPDATE ${table} SET ${column} = replace(${column}, ?, ?) WHERE instr(${column}, ?) AND ${where}`)
      .run(from, to, from)
    if (changes === 0) throw new Error(`No ${at} holds ${from}`)
  } finally {
    db.close()
  }
}

/** Runs one statement while something else has the library open. */
export function changeRows(database: string, statement: string): void {
  const db = new Database(database)
  try {
    if (db.prepare(statement).run().changes === 0) throw new Error(`No row changed: ${statement}`)
  } finally {
    db.close()
  }
}
