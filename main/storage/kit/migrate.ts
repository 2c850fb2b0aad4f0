import type Database from 'better-sqlite3'
import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import type { StoreName } from '#common/stores/faults'
import { isDamage } from './check/damage.ts'

/** One step of a database's layout. Never edited once released; its SQL runs inside a transaction and may call `nfc(text)` and its own functions. */
export interface Migration {
  readonly version: number
  readonly title: string
  readonly sql: string
  readonly functions?: Readonly<Record<string, (text: string) => string>>
  /** It rewrites words alone, and readers understand the old ones too: a damaged database is shown without it. */
  readonly isOptional?: true
}

/** The file was made by a newer Tessera than this one. */
export class NewerDatabaseError extends SaidError {
  override readonly name = 'NewerDatabaseError'
  readonly code = 'database-newer'

  constructor(what: StoreName, found: number, known: number) {
    super(message(`start-${what}-newer`, { found, known }))
  }
}

/** Brings a database to the last of `migrations`, each in its own transaction. */
export function migrate(db: Database.Database, migrations: readonly Migration[], what: StoreName = 'library'): void {
  const current = Number(db.pragma('user_version', { simple: true }))
  const known = migrations.at(-1)?.version ?? 0
  if (current > known) throw new NewerDatabaseError(what, current, known)
  db.function('nfc', { deterministic: true }, (text) => String(text).normalize('NFC'))
  for (const migration of migrations) if (migration.version > current) run(db, migration)
}

/** The same for a database that may be damaged: what rewrites words alone is left out where it meets the damage. */
export function migrateDamaged(
  db: Database.Database,
  migrations: readonly Migration[],
  what: StoreName = 'library',
): void {
  const tolerant = migrations.map((migration) =>
    migration.isOptional ? { ...migration, orElse: isDamage } : migration,
  )
  migrate(db, tolerant, what)
}

type Tried = Migration & { readonly orElse?: (failure: unknown) => boolean }

function run(db: Database.Database, { version, sql, functions = {}, orElse }: Tried): void {
  for (const [name, make] of Object.entries(functions))
    db.function(name, { deterministic: true }, (text) => make(String(text)))
  try {
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version}`)
    })()
  } catch (failure) {
    if (!orElse?.(failure)) throw failure
    db.pragma(`user_version = ${version}`)
  }
}
