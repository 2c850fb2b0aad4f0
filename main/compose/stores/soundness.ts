import { statSync } from 'node:fs'
import { CHECKED_AT_ONCE, noteDamage } from '#storage/kit/check/noted-damage'
import { isDatabaseSound } from '#storage/kit/check/soundness'
import type { ShellPorts } from '../ports.ts'

/**
 * Checks a database before a sweep relies on it to delete files. One that is damaged is noted, and the program starts anew where it can:
 * a damaged database is opened for reading alone.
 */
export function soundness(ports: Pick<ShellPorts, 'log' | 'checkThread' | 'restart'>, database: string) {
  const { log, checkThread: entry, restart } = ports
  return (signal: AbortSignal): Promise<boolean> =>
    isDatabaseSound(database, {
      entry,
      signal,
      tell(fault) {
        log.error(`${database} is damaged: ${fault}. It opens read-only at the next start`)
        noteDamage(database, fault)
        restart?.()
      },
    })
}

/** A database above this would keep the disk busy for minutes. It is looked through when files are to go, or when SQLite finds damage. */
const MOST_AT_START = 1024 ** 3

interface Watched {
  /** Path of the database. */
  readonly database: string
  onDamaged(listener: () => void): void
}

/**
 * Looks through a database that was too large for that before it was opened, and again whenever a write fails because of damage. Answers
 * how to end it.
 */
export function watchDamage({ database, onDamaged }: Watched, isSound: ReturnType<typeof soundness>): () => void {
  const stopping = new AbortController()
  let looking: Promise<unknown> | undefined
  const look = () => {
    looking ??= isSound(stopping.signal)
      .catch(() => false)
      .finally(() => {
        looking = undefined
      })
  }
  const { size } = statSync(database)
  if (size > CHECKED_AT_ONCE && size <= MOST_AT_START) look()
  onDamaged(look)
  return () => stopping.abort()
}
