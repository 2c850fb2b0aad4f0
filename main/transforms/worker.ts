import { parentPort } from 'node:worker_threads'
import type { RenderJob } from '#core/versions/ports'
import { ImageReadError } from './image-read-error.ts'
import { MOST_WAITING, type Outcome, type Reply, readRequest } from './messages.ts'
import { renderImages } from './pipeline.ts'

/** Worker thread that renders images of versions, one job after the other in order of arrival. */

interface Open {
  readonly id: number
  readonly stop: AbortController
  /** Images that were sent and not consumed yet. */
  waiting: number
  wake?: () => void
}

const jobs = new Map<number, Open>()
let last = Promise.resolve()

parentPort?.on('message', (message: unknown) => {
  const request = readRequest(message)
  if (request.kind === 'render') add(request.id, request.job)
  const asked = jobs.get(request.id)
  if (asked === undefined) return
  if (request.kind === 'give-up') asked.stop.abort()
  if (request.kind === 'taken') asked.waiting -= 1
  asked.wake?.()
})

function add(id: number, job: RenderJob): void {
  const open: Open = { id, stop: new AbortController(), waiting: 0 }
  jobs.set(id, open)
  last = last.then(() => serve(open, job)).finally(() => void jobs.delete(id))
}

async function serve(open: Open, job: RenderJob): Promise<void> {
  const { signal } = open.stop
  const reply = (outcome: Outcome) => send({ ...outcome, id: open.id })
  try {
    for await (const image of renderImages(job, signal)) {
      reply({ kind: 'image', image })
      open.waiting += 1
      while (open.waiting >= MOST_WAITING && !signal.aborted) await nextRequest(open)
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

async function nextRequest(open: Open): Promise<void> {
  await new Promise<void>((resolve) => {
    open.wake = resolve
  })
}

function send(message: Reply): void {
  parentPort?.postMessage(message)
}
