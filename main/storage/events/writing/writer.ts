import type { StoreTotals } from '#core/events/ports'
import { commitQueue } from '../../kit/commit-queue.ts'
import { openDatabase } from '../../kit/db.ts'
import type { IdentityPlaces } from '../../kit/identity/identity-file.ts'
import { keepIdentity } from '../../kit/identity/keeper.ts'
import { migrate } from '../../kit/migrate.ts'
import { migrateOwn } from '../../kit/migrate-own.ts'
import { EVENT_MIGRATIONS } from '../migrations/registry.ts'
import { eventCleanUp } from './clean-up.ts'
import { type Added, eventCreation } from './create.ts'
import { draftChanges } from './drafts.ts'
import { outboxWriting } from './outbox.ts'
import { recounting } from './recount.ts'
import { writeStatements } from './statements.ts'

const NOTHING: Added = { events: 0, drafts: 0, bytes: 0 }

/**
 * Opens `events.db` for writing: migrates it and prepares every statement. `identities` are the files that identify the
 * database that belongs here; a copy has none.
 */
export function openWriter(path: string, identities?: IdentityPlaces) {
  const database = openDatabase(path)
  const db = database.raw
  const layout = { path, migrations: EVENT_MIGRATIONS, store: 'events' as const }
  if (identities === undefined) migrate(db, layout.migrations, layout.store)
  else migrateOwn(db, layout)
  const keeper = identities && keepIdentity(db, { identities, seen: () => undefined })
  const sql = writeStatements(db)
  const added: Added = { ...NOTHING }
  let flush: (() => void) | undefined
  const commits = commitQueue(db, {
    isRepeatable: true,
    begin: () => void Object.assign(added, NOTHING),
    end() {
      if (added.events > 0) sql.addTotals.run(added.events, added.drafts, added.bytes)
      keeper?.grow()
    },
    committed: () => keeper?.committed(),
    plan(planned) {
      flush = planned
      setImmediate(commit)
    },
  })

  function commit(): void {
    const planned = flush
    flush = undefined
    planned?.()
  }

  return {
    operations: {
      ...eventCreation(sql, commits, added),
      ...draftChanges(db, sql, commits),
      ...eventCleanUp(db, commits),
      ...recounting(db, { path, commits }),
      ...outboxWriting(db, commits),
    },
    /** Commits now what the operations have written in this turn of the event loop. At its end that happens anyway. */
    commit,
    /** Time of the latest event in microseconds when the database was opened. */
    youngest: sql.newest.get() ?? undefined,
    totals: (): StoreTotals => sql.totals.get() ?? { events: 0, drafts: 0, bytes: 0, unsent: 0 },
    close() {
      keeper?.close()
      database.close()
    },
  }
}
