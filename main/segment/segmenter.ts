import type {
  PromptableSegmenter,
  SegmentAnswer,
  SegmentImage,
  SegmentPrompt,
} from '#core/annotation/predictions/ports'
import type { Reply } from './messages.ts'
import { workerLane } from './worker-lane.ts'

export interface ClassicSegmenterOptions {
  /** The worker's entry, if it is not beside this file (in a packaged app). */
  readonly workerUrl?: URL
}

const NAME = 'Classic'

/**
 * Smart select by edges and colors alone, without a model. It runs in one thread, which starts with the first request.
 */
export function classicSegmenter({ workerUrl }: ClassicSegmenterOptions = {}): PromptableSegmenter {
  const lane = workerLane(workerUrl ?? new URL('./worker.ts', import.meta.url))
  let lastId = 0
  const ask = (image: SegmentImage, signal: AbortSignal, prompt?: SegmentPrompt) => {
    const givenUp = new Int32Array(new SharedArrayBuffer(4))
    return lane.run({ id: ++lastId, image, ...(prompt && { prompt }), givenUp }, signal)
  }
  return {
    name: NAME,
    async prepare(image, signal) {
      await ask(image, signal)
      return { engine: NAME, hasEmbeddings: false }
    },
    prepared: async () => [],
    async segment(image, prompt, signal) {
      return answerIn(await ask(image, signal, prompt))
    },
    close: () => lane.close(),
  }
}

function answerIn(reply: Reply): SegmentAnswer {
  if (reply.kind === 'answered') return reply.answer
  throw new TypeError(`The segment worker sent “${reply.kind}” for a prompt`)
}
