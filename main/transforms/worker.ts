import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import type { RenderJob } from '#core/versions/ports'
import { ImageReadError } from './image-read-error.ts'
import { type Reply, readRequest } from './messages.ts'
import { renderImages } from './pipeline.ts'

/** The thread that makes pictures of versions; one job at a time. */

sharp.cache(false)

let current: AbortController | undefined

parentPort?.on('message', (message: unknown) => {
  const request = readRequest(message)
  if (request.kind === 'give-up') current?.abort()
  else void serve(request.job)
})

async function serve(job: RenderJob): Promise<void> {
  current = new AbortController()
  try {
    for await (const image of renderImages(job, current.signal)) reply({ kind: 'image', image })
    reply({ kind: 'end' })
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
    reply({ kind: 'failed', name, message, ...(failure instanceof ImageReadError && { imageId: failure.imageId }) })
  }
}

function reply(message: Reply): void {
  parentPort?.postMessage(message)
}
