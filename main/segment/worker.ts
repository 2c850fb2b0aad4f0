import { parentPort } from 'node:worker_threads'
import { imagePoint } from '#common/geometry/space'
import type { SegmentImage } from '#core/annotation/predictions/ports'
import { failureMessage } from '#core/system-failure'
import { segmentImage } from './engine.ts'
import { imageCache } from './image/cache.ts'
import { type Reply, type Request, readRequest } from './messages.ts'

/** The thread that decodes and cuts; one request at a time. */

const MOST_BYTES = 256 * 1024 * 1024

const images = imageCache(MOST_BYTES)

let isWarm = false

parentPort?.on('message', (message: unknown) => {
  void serve(readRequest(message))
})

async function serve(request: Request): Promise<void> {
  const reply = await answer(request)
  parentPort?.postMessage(reply)
  if (reply.kind === 'prepared' && !isWarm) await warmUp(request.image)
  isWarm = true
}

/** A thread's first cut takes several times as long as later ones: it is made while the person still aims. */
async function warmUp(shown: SegmentImage): Promise<void> {
  const pyramid = await images.get(shown.hash, shown.path)
  const middle = { at: imagePoint(shown.width / 2, shown.height / 2), positive: true }
  segmentImage({ pyramid, shown }, { points: [middle] }, () => undefined)
}

async function answer(request: Request): Promise<Reply> {
  const { id, image, prompt } = request
  try {
    const pyramid = await images.get(image.hash, image.path)
    if (!prompt) return { id, kind: 'prepared' }
    return { id, kind: 'answered', answer: segmentImage({ pyramid, shown: image }, prompt, () => pause(request)) }
  } catch (error) {
    return { id, kind: 'failed', reason: failureMessage(error) }
  }
}

function pause({ givenUp }: Request): void {
  if (Atomics.load(givenUp, 0) === 1) throw new Error('Nobody waits for this answer any more')
}
