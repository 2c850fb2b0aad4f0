import { parentPort } from 'node:worker_threads'
import type { RenderJob } from '#core/versions/ports'
import { ImageReadError } from './image-read-error.ts'
import { MOST_WAITING, type Reply, readRequest } from './messages.ts'
import { renderImages } from './pipeline.ts'

/** The thread that makes pictures of versions; one job at a time. */

let current: AbortController | undefined
/** Pictures that were sent and not taken yet. */
let waiting = 0
let wake: (() => void) | undefined

parentPort?.on('message', (message: unknown) => {
  const request = readRequest(message)
  if (request.kind === 'render') void serve(request.job)
  if (request.kind === 'give-up') current?.abort()
  if (request.kind === 'taken') waiting -= 1
  wake?.()
})

async function serve(job: RenderJob): Promise<void> {
  current = new AbortController()
  const { signal } = current
  waiting = 0
  try {
    for await (const image of renderImages(job, signal)) {
      reply({ kind: 'image', image })
      waiting += 1
      while (waiting >= MOST_WAITING && !signal.aborted) await nextRequest()
    }
    reply({ kind: 'end' })
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
    const unreadable = failure instanceof ImageReadError && {
      unreadable: { imageId: failure.imageId, isDamaged: failure.isDamaged },
    }
    reply({ kind: 'failed', name, message, ...unreadable })
  }
}

async function nextRequest(): Promise<void> {
  await new Promise<void>((resolve) => {
    wake = resolve
  })
}

function reply(message: Reply): void {
  parentPort?.postMessage(message)
}
