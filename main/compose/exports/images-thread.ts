import { parentPort } from 'node:worker_threads'
import { readQuestion } from './border.ts'
import { readImages } from './read-images.ts'

/** The thread that reads many small images for an archive. It loads no more than that: each archive waits for it. */
parentPort?.on('message', (message: unknown) => {
  const answer = readImages(readQuestion(message))
  parentPort?.postMessage({ answer }, [answer.bytes.buffer])
})
