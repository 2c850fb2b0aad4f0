import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { StoreFault } from '#common/stores/faults'
import { openDatabase } from '../db.ts'
import { migrate } from '../migrate.ts'
import { readIdentity } from './identity-file.ts'
import { COMPANIONS, type StorePlace } from './inspect.ts'
import { keepIdentity, newIdentity } from './keeper.ts'

/** There is nothing in the database to go on with. */
const UNUSABLE: readonly StoreFault[] = ['missing', 'empty', 'unreadable']

/**
 * Goes on with what there is: the database gets a new identity, and one that cannot be used gives way to an empty one. Nothing is
 * deleted: what gives way, and a log that could not be read, lie in the folder for what was set aside. A kill at any point leaves a
 * store that is found faulty again, or one that was accepted.
 */
export function adoptStore(place: StorePlace, fault: StoreFault, now: Date): void {
  const { database, identity, migrations } = place
  const kept = readIdentity(identity)
  const seen = kept === 'damaged' ? undefined : kept?.seen
  keepAside(place, fault, now)
  const opened = openDatabase(database)
  try {
    migrate(opened.raw, migrations)
    newIdentity(opened.raw, randomUUID())
    keepIdentity(opened.raw, { path: identity, seen: () => seen })
  } finally {
    opened.close()
  }
}

function keepAside({ database, setAside }: StorePlace, fault: StoreFault, now: Date): void {
  const isUnusable = UNUSABLE.includes(fault)
  const names = isUnusable ? [database, ...COMPANIONS.map((ending) => database + ending)] : [`${database}-wal`]
  const kept = names.filter((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)
  if (kept.length === 0) return
  const folder = join(setAside, now.toISOString().replaceAll(':', '-'))
  mkdirSync(folder, { recursive: true })
  for (const path of kept) (isUnusable ? renameSync : copyFileSync)(path, join(folder, basename(path)))
}
