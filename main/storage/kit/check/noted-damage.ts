import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { checkTables } from './tables.ts'

/** Beside a database: a check found that it is damaged. It is opened as such until the file is sound again. */
const notePath = (database: string) => `${database}.damaged`

/** Notes for the next start that a check found damage. */
export function noteDamage(database: string, found: string): void {
  writeFileSync(notePath(database), `${found}\n`, { mode: 0o600 })
}

/** A database up to here is looked through in well under a second. */
export const CHECKED_AT_ONCE = 32 * 1024 * 1024

/**
 * Whether a database is damaged. A small one is looked through each time. A large one only where damage was noted, and then again: the right
 * file may have been put back.
 */
export function isDamaged(database: string): boolean {
  const isChecked = existsSync(notePath(database)) || statSync(database).size <= CHECKED_AT_ONCE
  return isChecked && checkTables(database, () => false) !== undefined
}

/** To be called when the database may be written again. */
export function forgetDamage(database: string): void {
  rmSync(notePath(database), { force: true })
}
