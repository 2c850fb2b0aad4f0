import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { inMegabytes } from '#common/sizes'
import { flushFolder } from './flush-folder.ts'
import { type Migration, migrate } from './migrate.ts'

export interface OwnDatabase {
  readonly path: string
  readonly migrations: readonly Migration[]
  /** How a person calls it. */
  readonly title: string
}

/** A new layout is not begun without a way back. */
export class NoRoomForCopyError extends Error {
  override readonly name = 'NoRoomForCopyError'
  readonly code = 'no-room-for-copy'

  constructor(title: string, folder: string, bytes: number) {
    super(
      `Tessera must update the ${title} and backs it up first, but there is not enough space in ${folder}. Free ${inMegabytes(bytes)} and try again.`,
    )
  }
}

/**
 * Brings a database of a person to the last of its migrations. One that has an earlier layout is copied first, to `NAME.layout-N` beside
 * it, for the Tessera that wrote it.
 */
export function migrateOwn(db: Database.Database, { path, migrations, title }: OwnDatabase): void {
  const layout = Number(db.pragma('user_version', { simple: true }))
  const last = migrations.at(-1)?.version ?? 0
  if (layout > 0 && layout < last) copyAside(db, { path, title, layout })
  migrate(db, migrations, title)
}

/** Two: steps that were cut short may have left the database between two layouts. */
const MOST_COPIES = 2

interface Copying extends Pick<OwnDatabase, 'path' | 'title'> {
  readonly layout: number
}

function copyAside(db: Database.Database, { path, title, layout }: Copying): void {
  const copy = `${path}.layout-${layout}`
  const folder = dirname(path)
  const bytes = statSync(path).size
  const { bavail, bsize } = statfsSync(folder)
  // As much again is left for the steps themselves.
  if (bavail * bsize < 2 * bytes) throw new NoRoomForCopyError(title, folder, 2 * bytes)
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
