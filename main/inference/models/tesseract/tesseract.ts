import type { ImageSource } from '#core/models/inference/operations'
import { fromRaw } from '#decoding/engine'
import type { Pixels } from '#transforms/raster'
import type { CallContext, FamilyDefinition } from '../../host/family.ts'
import { boxInImage } from '../kit/boxes.ts'
import { readPage } from '../kit/page.ts'
import { startTesseract, type TesseractWorker } from './worker.ts'

/** Larger images are made smaller: letters of a page stay large enough, and the time within bounds. */
const LONGEST_SIDE = 4000

/** Tesseract, which comes with Tessera and reads English without any model being installed. */
export const tesseract: FamilyDefinition = {
  id: 'tesseract',
  networks: [],
  async open() {
    const queue = readingQueue()
    await queue.start()
    return {
      'read-text': ({ images }, context) => Promise.all(images.map((source) => readText(queue, { source, context }))),
      close: queue.close,
    }
  },
}

interface Asked {
  readonly source: ImageSource
  readonly context: CallContext
}

async function readText(queue: ReadingQueue, { source, context }: Asked) {
  return queue.next(async (worker) => {
    context.signal.throwIfAborted()
    const page = await context.timed('decode', () => readPage(source, LONGEST_SIDE, context.signal))
    const png = await context.timed('prepare', () => encode(page.pixels))
    const found = await context.timed('run', () => worker.read(png))
    const words = found.flatMap(({ text, box, confidence }) => {
      const inImage = boxInImage(box, page)
      return text.trim() === '' || inImage === undefined ? [] : [{ text: text.trim(), box: inImage, confidence }]
    })
    return { size: page.size, text: words.map(({ text }) => text).join(' '), words, engine: 'tesseract' }
  })
}

function encode({ data, width, height }: Pixels): Promise<Uint8Array> {
  return fromRaw(data, { width, height, channels: 3 }).png({ compressionLevel: 1 }).toBuffer()
}

type ReadingQueue = ReturnType<typeof readingQueue>

/** One thread that works for one request after the other. When it broke, the next request gets a new one. */
function readingQueue() {
  let worker: Promise<TesseractWorker> | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): Promise<TesseractWorker> {
    worker ??= startTesseract().then((started) => {
      void started.ended.then(() => {
        worker = undefined
      })
      return started
    })
    worker.catch(() => {
      worker = undefined
    })
    return worker
  }

  return {
    start,
    next<Answer>(work: (worker: TesseractWorker) => Promise<Answer>): Promise<Answer> {
      const answer = last.then(start).then(work)
      last = answer.catch(() => undefined)
      return answer
    },
    async close() {
      await (await worker)?.close()
    },
  }
}
