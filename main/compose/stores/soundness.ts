import { noteDamage } from '#storage/kit/check/noted-damage'
import { isDatabaseSound } from '#storage/kit/check/soundness'
import type { ShellPorts } from '../ports.ts'

/**
 * Looks through a database before files are swept away by its word. One that is damaged is noted, and the program starts anew where it can:
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
