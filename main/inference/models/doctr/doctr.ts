import type { Box } from '#common/geometry/box'
import type { ModelInput } from '#common/inference/manifest'
import type { PictureSource } from '#core/inference/operations'
import { renderPixels } from '#transforms/pixels/render'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, FamilyDefinition, OpenedModel } from '../../host/family.ts'
import { planFrame } from '../../pictures/picture.ts'
import { boxInPicture } from '../kit/boxes.ts'
import { type Page, readPage } from '../kit/page.ts'
import { detectionInput } from './layout.ts'
import { inReadingOrder } from './lines.ts'
import { pictureNetwork } from './network.ts'
import { findWords } from './word-map.ts'
import { type WordReader, wordReader } from './word-reader.ts'

/** The words that the detection can tell apart are read as well from a page of this side as from a larger one. */
const LONGEST_SIDE = 4096
const NO_STEPS = { steps: {}, skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false } }

/** docTR, as OnnxTR exports it: one network finds the words of a page, another reads them. */
export const docTr: FamilyDefinition = {
  id: 'doctr',
  networks: ['detection', 'recognition'],
  async open(model) {
    const engine = { finder: finderOf(model), reader: await wordReader(model) }
    return {
      'read-text': ({ pictures }, context) =>
        Promise.all(pictures.map((source) => readText(engine, { source, context }))),
    }
  },
}

interface Engine {
  readonly finder: Finder
  readonly reader: WordReader
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
  return { size: page.size, text: words.map(({ text }) => text).join(' '), words, engine: 'doctr' }
}

interface Finder {
  /** The words of a page in its whole pixels, with the detection's score. */
  find(page: Page, context: CallContext): Promise<readonly { readonly box: Box; readonly score: number }[]>
}

function finderOf(model: OpenedModel): Finder {
  const session = model.session('detection')
  const frame: ModelInput = model.manifest.input ?? detectionInput(session)
  const network = pictureNetwork(session, frame)
  const areProbabilities = model.manifest.isFused ?? false
  return {
    async find({ pixels }, context) {
      const { plans, toPicture } = planFrame(pixels, frame, NO_STEPS)
      const tensor = await context.timed('prepare', async () =>
        network.prepare([await renderPixels(pixels, plans, context.signal)]),
      )
      const { values } = await context.timed('run', () => network.run(tensor))
      const { width, height } = frame
      const [rows = 1] = tensor.dims
      if (values.length !== rows * width * height)
        throw new ModelRunError(`its detection answers ${values.length} values for ${width} × ${height} pixels`)
      const map = { values: values.subarray(0, width * height), width, height, areProbabilities }
      const words = await context.timed('finish', () => findWords(map))
      return words.flatMap(({ box, score }) => {
        const onPage = boxInPicture(box, { toPicture, size: pixels })
        return onPage === undefined ? [] : [{ box: onPage, score }]
      })
    },
  }
}
