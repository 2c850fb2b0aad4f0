import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { readImages, WantedImage } from './read-images.ts'

/** The thread that reads many small images for an archive. */

const Asked = z.array(WantedImage)

parentPort?.on('message', (message: unknown) => {
  const answer = readImages(Asked.parse(message))
  parentPort?.postMessage({ answer }, [answer.bytes.buffer])
})
