import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ACCEPTANCES, type StoreFault } from '#common/stores/faults'
import { makeFolderSync } from '#disk/make-folder'
import { openDatabase } from '../db.ts'
import { migrate } from '../migrate.ts'
import { readIdentity, seenIn } from './identity-file.ts'
import { COMPANIONS, type StorePlace } from './inspect.ts'
import { keepIdentity, newIdentity } from './keeper.ts'
import { rewrite, rewrittenPath } from './rewrite.ts'

/**
 * Goes on with what there is: the database gets a new identity; a damaged one is written anew where all of its rows can be read, and one
 * that cannot be used gives way to an empty one. Nothing is deleted: what gives way, and a log that could not be read, lie in the folder for
 * what was set aside. A kill at any point leaves a store that is found faulty again, or one that was accepted.
 */
export function adoptStore(place: StorePlace, fault: StoreFault, now: Date): void {
  const { database, identities, migrations, store } = place
  const seen = seenIn(readIdentity(identities.beside))
  // One that is there already was written before a kill, which may have come when the damaged one was set aside.
  const isRewritten = existsSync(rewrittenPath(database)) || (ACCEPTANCES[fault] === 'rebuilt' && rewrite(database))
  keepAside(place, { isUnusable: ACCEPTANCES[fault] !== 'kept', now })
  if (isRewritten) renameSync(rewrittenPath(database), database)
  const opened = openDatabase(database)
  try {
    migrate(opened.raw, migrations, store)
    newIdentity(opened.raw, randomUUID())
    keepIdentity(opened.raw, { identities, seen: () => seen })
  } finally {
    opened.close()
  }
}

interface Keeping {
  /** It gives way; else it stays and only its log is kept. */
  readonly isUnusable: boolean
  readonly now: Date
}

function keepAside({ database, setAside }: StorePlace, { isUnusable, now }: Keeping): void {
  const names = isUnusable ? [database, ...COMPANIONS.map((ending) => database + ending)] : [`${database}-wal`]
  const kept = names.filter((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)
  if (kept.length === 0) return
  const folder = join(setAside, now.toISOString().replaceAll(':', '-'))
  makeFolderSync(folder)
  for (const path of kept) (isUnusable ? renameSync : copyFileSync)(path, join(folder, basename(path)))
}
