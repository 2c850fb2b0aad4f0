import type { Logger } from 'pino'

/**
 * Logs failures of work that nobody waits for, and goes on: each request and task handles its own failures, and the database takes its
 * transactions whole or not at all, so that nothing is half done for others. By default the system would end the program.
 */
export function logStrayFailures(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (reason: unknown) => {
    log.error({ err: reason }, 'Work that nobody waits for failed')
  })
}
