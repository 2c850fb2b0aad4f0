import type { Box } from '#common/geometry/box'
import { message } from '#common/messages/message'
import type { Pixels } from '#transforms/raster'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, OpenedModel } from '../../host/family.ts'
import { type Reading, readSteps } from '../kit/text/ctc.ts'
import { type ImageNetwork, imageNetwork } from '../kit/text/network.ts'
import { framedCrop, piecesOf } from './crops.ts'
import { joinReadings } from './join-readings.ts'
import { READING } from './layout.ts'
import { knownVocabulary, readVocabulary } from './vocabulary.ts'

interface WordReader {
  /** Readings of the boxes of a page, in their order; the boxes are in whole pixels of the page. */
  read(words: WordsOnPage, context: CallContext): Promise<readonly Reading[]>
}

interface WordsOnPage {
  readonly page: Pixels
  readonly boxes: readonly Box[]
}

/** Crops of one run where the network takes any number. */
const MOST_IN_RUN = 32

/** The recognition network of a model, with the characters it knows. */
export async function wordReader(model: OpenedModel): Promise<WordReader> {
  const network = imageNetwork(model.session('recognition'), READING)
  const vocabulary = await vocabularyOf(model, network)
  const inRun = network.batch ?? MOST_IN_RUN

  return {
    async read({ page, boxes }, context) {
      const words = boxes.map(piecesOf)
      const pieces = words.flat()
      const readings: Reading[] = []
      for (let start = 0; start < pieces.length; start += inRun) {
        context.signal.throwIfAborted()
        const crops = await context.timed('prepare', () =>
          Promise.all(pieces.slice(start, start + inRun).map(({ box }) => framedCrop(page, box))),
        )
        readings.push(...(await readCrops({ network, vocabulary }, crops, context)))
      }
      const left = readings.values()
      return words.map((parts) =>
        joinReadings(parts.map(({ overlap }) => ({ overlap, ...(left.next().value ?? UNREAD) }))),
      )
    },
  }
}

const UNREAD: Reading = { text: '', confidence: 0 }

interface Recognition {
  readonly network: ImageNetwork
  readonly vocabulary: readonly string[]
}

async function readCrops({ network, vocabulary }: Recognition, crops: readonly Pixels[], context: CallContext) {
  const tensor = await context.timed('prepare', () => network.prepare(crops))
  const [rows = 1] = tensor.dims
  const { values, dims } = await context.timed('run', () => network.run(tensor))
  const columns = vocabulary.length + 1
  if (dims.length !== 3 || dims[0] !== rows || dims[2] !== columns)
    throw new ModelRunError(message('ocr-rows-misfit', { values: dims.join(' × '), rows, columns }))
  const length = values.length / rows
  return crops.map((_, row) => readSteps({ scores: values.subarray(row * length, (row + 1) * length), vocabulary }))
}

/** The file of the model, or the known vocabulary of as many characters as its network has columns but for the blank. */
async function vocabularyOf(model: OpenedModel, { lastAxis }: ImageNetwork): Promise<readonly string[]> {
  if ('vocabulary' in model.manifest.files) return readVocabulary(await model.read('vocabulary'))
  const known = typeof lastAxis === 'number' ? knownVocabulary(lastAxis - 1) : undefined
  if (known !== undefined) return known
  throw new ModelRunError(message('ocr-vocabulary-unknown', { columns: String(lastAxis) }))
}
