import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { checkTables } from './tables.ts'

/** Beside a database: a check found that it is damaged. It is opened as such until the file is sound again. */
const notePath = (database: string) => `${database}.damaged`

/** Notes for the next start that a check found damage. */
export function noteDamage(database: string, found: string): void {
  writeFileSync(notePath(database), `${found}\n`, { mode: 0o600 })
}

/** Whether a database of which damage was noted is still damaged. It is looked through again: the right file may have been put back. */
export function isStillDamaged(database: string): boolean {
  return existsSync(notePath(database)) && checkTables(database, () => false) !== undefined
}

/** To be called when the database may be written again. */
export function forgetDamage(database: string): void {
  rmSync(notePath(database), { force: true })
}
