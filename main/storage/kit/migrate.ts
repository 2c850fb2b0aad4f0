import type Database from 'better-sqlite3'

/** One step of a database's layout. Never edited once released; its SQL runs inside a transaction and may call `nfc(text)` and its own functions. */
export interface Migration {
  readonly version: number
  readonly title: string
  readonly sql: string
  readonly functions?: Readonly<Record<string, (text: string) => string>>
}

/** The file was made by a newer Tessera than this one. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
  readonly code = 'database-newer'

  constructor(what: string, found: number, known: number) {
    super(
      `The ${what} was last opened with a newer version of Tessera (database layout ${found}; this version supports up to ${known}). It was not changed. Install the newer version to open it.`,
    )
  }
}

/** Brings a database to the last of `migrations`, each in its own transaction. `what` is how a person calls it. */
export function migrate(db: Database.Database, migrations: readonly Migration[], what = 'library'): void {
  const current = Number(db.pragma('user_version', { simple: true }))
  const known = migrations.at(-1)?.version ?? 0
  if (current > known) throw new NewerDatabaseError(what, current, known)
  db.function('nfc', { deterministic: true }, (text) => String(text).normalize('NFC'))
  for (const { version, sql, functions = {} } of migrations) {
    if (version <= current) continue
    for (const [name, make] of Object.entries(functions))
      db.function(name, { deterministic: true }, (text) => make(String(text)))
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version}`)
    })()
  }
}
