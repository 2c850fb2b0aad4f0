import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import openCore from 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js'
import { z } from 'zod'
import type { ReadWord, TextReply } from './messages.ts'

/**
 * The thread in which Tesseract reads text. It reads files of the installed packages only: it fetches nothing and writes nothing. Whatever
 * fails ends it, as nobody knows what the program behind it still holds.
 */

const require = createRequire(import.meta.url)
/** The model of whole numbers for the engine of networks, which is all that this build of Tesseract has. */
const DATA = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int/eng.traineddata.gz')
const NETWORKS_ONLY = 1
/** The resolution that Tesseract takes when an image tells none, so that it need not warn of that; its network scales lines anyway. */
const DOTS_PER_INCH = '70'

const Word = z.object({
  text: z.string(),
  bbox: z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() }),
  /** In percent. */
  confidence: z.number(),
})
const Line = z.object({ words: z.array(Word) })
const Page = z.object({
  blocks: z.array(z.object({ paragraphs: z.array(z.object({ lines: z.array(Line) })) })).nullish(),
})

const core = await openCore()
const tesseract = new core.TessBaseAPI()
core.FS.writeFile('eng.traineddata', gunzipSync(readFileSync(DATA)))
if (tesseract.Init(null, 'eng', NETWORKS_ONLY) !== 0) throw new Error('it cannot use its data')
tesseract.SetVariable('user_defined_dpi', DOTS_PER_INCH)
parentPort?.on('message', (png: Uint8Array) => reply({ kind: 'read', words: read(png) }))
reply({ kind: 'started' })

function read(png: Uint8Array): ReadWord[] {
  core.FS.writeFile('/input', png)
  if (tesseract.SetImageFile() !== 0) throw new Error('it is no image that it knows')
  tesseract.Recognize(null)
  const { blocks } = Page.parse(JSON.parse(tesseract.GetJSONText()))
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  return lines.flatMap(({ words }) =>
    words.map(({ text, bbox, confidence }) => ({ text, box: bbox, confidence: confidence / 100 })),
  )
}

function reply(message: TextReply): void {
  parentPort?.postMessage(message)
}
