import type { RotatedBox } from '#common/geometry/rotated-box'
import { message } from '#common/messages/message'
import type { Pixels } from '#transforms/raster'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, OpenedModel } from '../../host/family.ts'
import { lengthOf } from '../kit/network-shape.ts'
import { type Reading, readLine } from '../kit/text/ctc.ts'
import { type ImageNetwork, imageNetwork } from '../kit/text/network.ts'
import { charactersIn, readDictionary, vocabularyFor } from './characters.ts'
import { CHARACTERS_KEY, heightOfLines, READING } from './layout.ts'
import { type LineShape, lineCrop, lineShape } from './line-crops.ts'

interface LineReader {
  /** The readings of lines on a page, in their order. */
  read(lines: LinesOnPage, context: CallContext): Promise<readonly Reading[]>
}

interface LinesOnPage {
  readonly page: Pixels
  /** As they lie, in pixels of the page. */
  readonly boxes: readonly RotatedBox[]
}

/** Lines of one run where the network takes any number: with thousands of characters a line answers megabytes. */
const MOST_IN_RUN = 6

interface Recognition {
  readonly network: ImageNetwork
  readonly characters: readonly string[]
  readonly height: number
  /** Where the network takes no other. */
  readonly width: number | undefined
}

/** The recognition network of a model, with the characters it knows. */
export async function lineReader(model: OpenedModel): Promise<LineReader> {
  const session = model.session('recognition')
  const network = imageNetwork(session, READING)
  const characters = await charactersOf(model)
  const columns = lengthOf(network.lastAxis)
  if (columns !== undefined) vocabularyOf(characters, columns)
  const width = lengthOf(session.inputs[0]?.dims[3])
  const recognition = { network, characters, height: heightOfLines(session), width }
  const inRun = network.batch ?? MOST_IN_RUN

  return {
    async read({ page, boxes }, context) {
      const shapes = boxes.map((box, place) => ({ ...lineShape(box, recognition.height, width), place }))
      // Lines of a run are filled up to the widest.
      const sorted = shapes.toSorted((one, other) => one.width - other.width)
      const readings: Reading[] = []
      for (let start = 0; start < sorted.length; start += inRun) {
        context.signal.throwIfAborted()
        const lines = sorted.slice(start, start + inRun)
        const read = await readLines(recognition, { page, lines }, context)
        for (const [at, { place }] of lines.entries()) readings[place] = read[at] ?? UNREAD
      }
      return readings
    },
  }
}

const UNREAD: Reading = { text: '', confidence: 0 }

interface Run {
  readonly page: Pixels
  readonly lines: readonly LineShape[]
}

async function readLines(
  { network, characters, height, width }: Recognition,
  { page, lines }: Run,
  context: CallContext,
): Promise<readonly Reading[]> {
  const tensor = await context.timed('prepare', async () =>
    network.prepare(await Promise.all(lines.map((line) => lineCrop(page, line, height))), width),
  )
  const [rows = 1] = tensor.dims
  const { values, dims } = await context.timed('run', () => network.run(tensor))
  const [given, , columns = 0] = dims
  if (dims.length !== 3 || given !== rows)
    throw new ModelRunError(message('ocr-lines-misfit', { values: dims.join(' × '), lines: rows }))
  const vocabulary = vocabularyOf(characters, columns)
  const length = values.length / rows
  return context.timed('finish', () =>
    lines.map((_, row) => readLine({ scores: values.subarray(row * length, (row + 1) * length), vocabulary })),
  )
}

function vocabularyOf(characters: readonly string[], columns: number): readonly string[] {
  const vocabulary = vocabularyFor(characters, columns)
  if (vocabulary !== undefined) return vocabulary
  throw new ModelRunError(message('ocr-dictionary-misfit', { columns, characters: characters.length }))
}

/** Characters that the network lists itself, or else those of the file beside it. */
async function charactersOf(model: OpenedModel): Promise<readonly string[]> {
  const own = (await model.metadata('recognition'))[CHARACTERS_KEY]
  if (own !== undefined) return charactersIn(own)
  const file = model.manifest.files['vocabulary']
  const listed = file && readDictionary(await model.read('vocabulary'), file.path)
  if (listed !== undefined) return listed
  throw new ModelRunError(message('ocr-dictionary-missing'))
}
