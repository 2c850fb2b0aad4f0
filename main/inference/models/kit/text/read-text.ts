import type { Box } from '#common/geometry/box'
import type { ImageSource, OutputOf } from '#core/models/inference/operations'
import type { CallContext, Handler } from '../../../host/family.ts'
import { boxInImage } from '../boxes.ts'
import { type Page, readPage } from '../page.ts'
import type { Reading } from './ctc.ts'
import { inReadingOrder } from './lines.ts'

/** Text that a detection found on a page. */
export interface FoundText {
  /** In pixels of the page. */
  readonly box: Box
  /** How sure the detection is of it. */
  readonly score: number
}

/** Two networks that read a page together: one finds, the other reads what was found. */
interface TextEngine<Found extends FoundText> {
  /** As answers name it. */
  readonly name: string
  find(page: Page, context: CallContext): Promise<readonly Found[]>
  /** The readings of what was found, in its order. */
  read(found: readonly Found[], page: Page, context: CallContext): Promise<readonly Reading[]>
}

/** The text that detections can tell apart is read as well from a page of this side as from a larger one. */
const LONGEST_SIDE = 4096

/** The operation `read-text` by such networks. */
export function textReader<Found extends FoundText>(engine: TextEngine<Found>): Handler<'read-text'> {
  return ({ images }, context) => Promise.all(images.map((source) => readText(engine, source, context)))
}

async function readText<Found extends FoundText>(
  engine: TextEngine<Found>,
  source: ImageSource,
  context: CallContext,
): Promise<OutputOf<'read-text'>[number]> {
  const page = await context.timed('decode', () => readPage(source, LONGEST_SIDE, context.signal))
  context.signal.throwIfAborted()
  const found = await engine.find(page, context)
  const readings = await engine.read(found, page, context)
  const read = found.flatMap(({ box, score }, place) => {
    const { text = '', confidence = 0 } = readings[place] ?? {}
    const inImage = boxInImage(box, page)
    return text === '' || inImage === undefined ? [] : [{ text, box: inImage, confidence, objectness: score }]
  })
  const words = inReadingOrder(read)
  return { size: page.size, text: words.map(({ text }) => text).join(' '), words, engine: engine.name }
}
