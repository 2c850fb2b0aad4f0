import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { readRequest } from '#segment/messages'

/** The real worker, in a thread that crashes on images named crash. */
await import('#segment/worker')

parentPort?.on('message', (message: unknown) => {
  if (basename(readRequest(message).image.path).startsWith('crash')) process.exit(1)
})
