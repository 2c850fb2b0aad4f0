import { isDatabaseSound } from '#storage/kit/check/soundness'
import type { ShellPorts } from '../ports.ts'

/** Looks through a database before files are swept away by its word, and tells where it is damaged. */
export function soundness({ log, checkThread: entry }: Pick<ShellPorts, 'log' | 'checkThread'>, database: string) {
  return (signal: AbortSignal): Promise<boolean> =>
    isDatabaseSound(database, {
      entry,
      signal,
      tell: (fault) => log.error(`${database} is damaged, so no file is put away: ${fault}`),
    })
}
