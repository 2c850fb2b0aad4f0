import type { PictureSource } from '#core/inference/operations'
import type { CallContext, FamilyDefinition } from '../../host/family.ts'
import { inReadingOrder } from '../doctr/lines.ts'
import { boxInPicture } from '../kit/boxes.ts'
import { readPage } from '../kit/page.ts'
import { type LineFinder, lineFinder } from './line-finder.ts'
import { type LineReader, lineReader } from './line-reader.ts'

/** Lines of a page of this side are as large as they are read. */
const LONGEST_SIDE = 4096

/** PP-OCR, as PaddleOCR's networks are exported to ONNX: one network finds the lines of a page, another reads them. */
export const ppOcr: FamilyDefinition = {
  id: 'pp-ocr',
  networks: ['detection', 'recognition'],
  async open(model) {
    const engine = { finder: lineFinder(model), reader: await lineReader(model) }
    return {
      'read-text': ({ pictures }, context) =>
        Promise.all(pictures.map((source) => readText(engine, { source, context }))),
    }
  },
}

interface Engine {
  readonly finder: LineFinder
  readonly reader: LineReader
}

interface Asked {
  readonly source: PictureSource
  readonly context: CallContext
}

async function readText({ finder, reader }: Engine, { source, context }: Asked) {
  const page = await context.timed('decode', () => readPage(source, LONGEST_SIDE, context.signal))
  context.signal.throwIfAborted()
  const found = await finder.find(page, context)
  const readings = await reader.read({ page: page.pixels, boxes: found.map(({ box }) => box) }, context)
  const read = found.flatMap(({ box, score }, place) => {
    const { text = '', confidence = 0 } = readings[place] ?? {}
    const inPicture = boxInPicture(box, page)
    return text === '' || inPicture === undefined ? [] : [{ text, box: inPicture, confidence, objectness: score }]
  })
  const words = inReadingOrder(read)
  return { size: page.size, text: words.map(({ text }) => text).join(' '), words, engine: 'pp-ocr' }
}
