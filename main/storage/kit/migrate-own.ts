import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import type { StoreName } from '#common/stores/faults'
import { flushFolder } from './flush-folder.ts'
import { type Migration, migrate } from './migrate.ts'

export interface OwnDatabase {
  readonly path: string
  readonly migrations: readonly Migration[]
  readonly store: StoreName
}

/** A new layout is not begun without a way back. */
export class NoRoomForCopyError extends SaidError {
  override readonly name = 'NoRoomForCopyError'
  readonly code = 'no-room-for-copy'

  constructor(store: StoreName, folder: string, bytes: number) {
    super(message(`start-${store}-no-room`, { folder, bytes }))
  }
}

/**
 * Brings a database of a person to the last of its migrations. One that has an earlier layout is copied first, to `NAME.layout-N` beside
 * it, for the Tessera that wrote it.
 */
export function migrateOwn(db: Database.Database, { path, migrations, store }: OwnDatabase): void {
  const layout = Number(db.pragma('user_version', { simple: true }))
  const last = migrations.at(-1)?.version ?? 0
  if (layout > 0 && layout < last) copyAside(db, { path, store, layout })
  migrate(db, migrations, store)
}

/** Two: steps that were cut short may have left the database between two layouts. */
const MOST_COPIES = 2

/** In sizes of the database: its copy, and a log and new pages for steps that rewrite its largest table. */
const ROOM = 3

interface Copying extends Pick<OwnDatabase, 'path' | 'store'> {
  readonly layout: number
}

function copyAside(db: Database.Database, { path, store, layout }: Copying): void {
  const copy = `${path}.layout-${layout}`
  const folder = dirname(path)
  const bytes = statSync(path).size
  const { bavail, bsize } = statfsSync(folder)
  const needed = ROOM * bytes
  if (bavail * bsize < needed) throw new NoRoomForCopyError(store, folder, needed)
  const fresh = `${copy}.new`
  rmSync(fresh, { force: true })
  db.prepare('VACUUM INTO ?').run(fresh)
  flushFile(fresh)
  renameSync(fresh, copy)
  flushFolder(folder)
  for (const name of copiesOf(path).slice(0, -MOST_COPIES)) rmSync(join(folder, name))
}

/** The copies beside a database, by their layouts. */
function copiesOf(path: string): string[] {
  const start = `${basename(path)}.layout-`
  const layoutOf = (name: string) => Number(name.slice(start.length))
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start) && layoutOf(name) > 0)
  return names.toSorted((one, other) => layoutOf(one) - layoutOf(other))
}

function flushFile(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
