import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { checkTables } from './tables.ts'

/** The thread that looks through a database, table by table: nobody else waits for it. */

const { path, stopped } = z.object({ path: z.string(), stopped: z.instanceof(Int32Array) }).parse(workerData)
parentPort?.postMessage(checkTables(path, () => Atomics.load(stopped, 0) === 1))
