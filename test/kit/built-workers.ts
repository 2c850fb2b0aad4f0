import childProcess, { type ForkOptions } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { type WorkerOptions } from 'node:worker_threads'
import { inject } from 'vitest'

/**
 * Runs before every test file: threads and processes that a test starts from a source begin from the built station
 * instead, if it is up to date.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of built workers by source address. */
    builtWorkers: Readonly<Record<string, string>>
  }
}

const REPLACED = Symbol.for('tessera.tests.built-workers')

function built(entry: string | URL): string | URL {
  const found = inject('builtWorkers')[String(entry)]
  return found === undefined ? entry : new URL(found)
}

if (!(REPLACED in workerThreads)) {
  const { Worker } = workerThreads
  const { fork } = childProcess
  const replaced = {
    Worker: class extends Worker {
      constructor(entry: string | URL, options?: WorkerOptions) {
        super(built(entry), options)
      }
    },
    [REPLACED]: true,
  }
  Object.assign(workerThreads, replaced)
  Object.assign(childProcess, {
    fork: (entry: string | URL, args: readonly string[], options?: ForkOptions) => fork(built(entry), args, options),
  })
  syncBuiltinESMExports()
}
