import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Box } from '#common/geometry/box'
import { ModelRunError } from '../../host/errors.ts'

interface ReadWord {
  readonly text: string
  /** In pixels of the picture that was read. */
  readonly box: Box
  /** 0…1 */
  readonly confidence: number
}

/** Tesseract in a thread of its own. */
export interface TesseractWorker {
  /** The words of a PNG in reading order. Rejects with a `ModelRunError` when it cannot be read. One picture at a time. */
  read(png: Uint8Array): Promise<readonly ReadWord[]>
  /** Resolves when the thread is gone, whether it was closed or broke. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

const require = createRequire(import.meta.url)

/** The resolution that Tesseract takes when a picture tells none, so that it need not warn of that; its network scales lines anyway. */
const DOTS_PER_INCH = '70'

/**
 * Starts Tesseract with the English data that the package brings along. It reads files of the installed packages only: with the folders
 * named nothing is fetched, and without its cache nothing is written.
 */
export async function startTesseract(): Promise<TesseractWorker> {
  // Loaded when it is first needed: most processes of models never read text.
  const { createWorker, OEM } = await import('tesseract.js')
  const broken = Promise.withResolvers<never>()
  // Nobody may be waiting when it breaks.
  broken.promise.catch(() => undefined)
  const starting = createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int'),
    corePath: dirname(require.resolve('tesseract.js-core/package.json')),
    gzip: true,
    cacheMethod: 'none',
    // A failed start is told here alone; one of a picture is told by its promise as well.
    errorHandler: (failure: unknown) =>
      broken.reject(new ModelRunError(`Tesseract does not start: ${String(failure)}`)),
  })
  const engine = await Promise.race([starting, broken.promise])
  const ended = endOf(engine)
  const stopped = ended.then(() => Promise.reject(new ModelRunError('the thread of Tesseract ended')))
  stopped.catch(() => undefined)
  await engine.setParameters({ user_defined_dpi: DOTS_PER_INCH })
  return {
    ended,
    async read(png) {
      const reading = engine.recognize(Buffer.from(png.buffer, png.byteOffset, png.byteLength), {}, WANTED)
      const { data } = await Promise.race([reading.catch(toModelRunError), stopped])
      const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
      return lines.flatMap(({ words }) =>
        words.map(({ text, bbox, confidence }) => ({ text, box: bbox, confidence: confidence / 100 })),
      )
    },
    async close() {
      await engine.terminate()
      await ended
    },
  }
}

const WANTED = { text: false, blocks: true }

/** The package hands its thread out without saying so in its types. */
function endOf(engine: object): Promise<void> {
  const thread = 'worker' in engine ? engine.worker : undefined
  if (!(thread instanceof Worker)) throw new ModelRunError('Tesseract has no thread')
  return new Promise((resolve) => {
    thread.on('exit', () => resolve())
    // Its end follows; unheard it would end this process.
    thread.on('error', () => undefined)
  })
}

function toModelRunError(failure: unknown): never {
  throw new ModelRunError(`Tesseract cannot read the picture: ${String(failure)}`)
}
