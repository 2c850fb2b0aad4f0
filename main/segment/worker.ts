import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { segmentPicture } from './engine.ts'
import { type Reply, type Request, readRequest } from './messages.ts'
import { pictureCache } from './picture/cache.ts'

/** The thread that decodes and cuts; one request at a time. */

const MOST_BYTES = 256 * 1024 * 1024

sharp.cache(false)
const pictures = pictureCache(MOST_BYTES)

parentPort?.on('message', (message: unknown) => {
  const request = readRequest(message)
  void answer(request).then((reply) => parentPort?.postMessage(reply))
})

async function answer(request: Request): Promise<Reply> {
  const { id, image, prompt } = request
  try {
    const pyramid = await pictures.get(image.hash, image.path)
    if (!prompt) return { id, kind: 'prepared' }
    return { id, kind: 'answered', answer: segmentPicture({ pyramid, shown: image }, prompt, () => pause(request)) }
  } catch (error) {
    return { id, kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

function pause({ givenUp }: Request): void {
  if (Atomics.load(givenUp, 0) === 1) throw new Error('Nobody waits for this answer any more')
}
