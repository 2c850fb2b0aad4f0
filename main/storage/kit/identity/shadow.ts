import { constants, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ACCEPTANCES, type StoreFault } from '#common/stores/faults'
import { isRunning } from '#processes/running'
import { isDamage } from '../check/damage.ts'
import { openDatabase } from '../db.ts'
import { migrateDamaged } from '../migrate.ts'
import type { StorePlace } from './inspect.ts'

/** A private folder for what a store that is read-only must write somewhere. */
export interface Shadow {
  readonly folder: string
  /** Path of a copy of the database that is up to date, or of an empty one. */
  readonly database: string
  remove(): void
}

const PREFIX = 'tessera-read-only-'
const OWNED = /^tessera-read-only-(\d+)-/

/** Copies what can be read of a database to a place where it may be migrated. */
export function openShadow(place: StorePlace, fault: StoreFault): Shadow {
  const { database } = place
  removeLeftovers()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const copy = join(folder, basename(database))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (ACCEPTANCES[fault] !== 'emptied') {
    copyFileSync(database, copy, constants.COPYFILE_FICLONE)
    if (existsSync(`${database}-wal`)) copyFileSync(`${database}-wal`, `${copy}-wal`)
  }
  try {
    bringUpToDate(copy, place)
  } catch (failure) {
    if (!isDamage(failure)) {
      remove()
      throw failure
    }
    // A damaged copy is not shown; the damaged file itself lies where it was.
    for (const ending of ['', '-wal', '-shm']) rmSync(copy + ending, { force: true })
    bringUpToDate(copy, place)
  }
  return { folder, database: copy, remove }
}

function bringUpToDate(path: string, { migrations, store }: Pick<StorePlace, 'migrations' | 'store'>): void {
  const { raw, close } = openDatabase(path)
  try {
    migrateDamaged(raw, migrations, store)
  } finally {
    close()
  }
}

/** Removes the copies of processes that were killed. Those of other users stay: they are not ours to remove. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, owner] = OWNED.exec(name) ?? []
    if (owner === undefined || isRunning(Number(owner))) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // Another user's.
    }
  }
}
