import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const Answer = z.string().optional()

export interface CheckOptions {
  /** The thread's entry where it does not lie beside this file (a packaged app). */
  readonly entry?: URL | undefined
  readonly signal: AbortSignal
  /** Told what was found in a database that is damaged. */
  readonly tell: (fault: string) => void
}

/** Looks through a whole database on a thread of its own, reading alone. Resolves with whether it is sound; false when it was stopped. */
export async function isDatabaseSound(path: string, { entry, signal, tell }: CheckOptions): Promise<boolean> {
  const stopped = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { path, stopped }
  const worker = new Worker(entry ?? new URL('./check-thread.ts', import.meta.url), { workerData })
  // A check keeps no program from ending.
  worker.unref()
  try {
    const [said] = await once(worker, 'message', { signal })
    const fault = Answer.parse(said)
    if (fault !== undefined) tell(fault)
    return fault === undefined
  } catch (failure) {
    if (signal.aborted) return false
    throw failure
  } finally {
    Atomics.store(stopped, 0, 1)
    void worker.terminate()
  }
}
