import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import { renderPixels } from '#transforms/pixels/render'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, FamilyDefinition, OpenedModel } from '../../host/family.ts'
import { planFrame } from '../../images/image.ts'
import { boxInImage } from '../kit/boxes.ts'
import type { Page } from '../kit/page.ts'
import { imageNetwork } from '../kit/text/network.ts'
import { type FoundText, textReader } from '../kit/text/read-text.ts'
import { detectionInput } from './layout.ts'
import { findWords } from './word-map.ts'
import { wordReader } from './word-reader.ts'

const NO_STEPS = { steps: {}, skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false } }

/** docTR, as OnnxTR exports it: one network finds the words of a page, another reads them. */
export const docTr: FamilyDefinition = {
  id: 'doctr',
  networks: ['detection', 'recognition'],
  async open(model) {
    const [finder, reader] = [finderOf(model), await wordReader(model)]
    return {
      'read-text': textReader({
        name: 'doctr',
        find: finder.find,
        read: (found, { pixels }, context) =>
          reader.read({ page: pixels, boxes: found.map(({ box }) => box) }, context),
      }),
    }
  },
}

interface Finder {
  /** The words of a page in its whole pixels, with the detection's score. */
  find(page: Page, context: CallContext): Promise<readonly FoundText[]>
}

function finderOf(model: OpenedModel): Finder {
  const session = model.session('detection')
  const frame: ModelInput = model.manifest.input ?? detectionInput(session)
  const network = imageNetwork(session, frame)
  const areProbabilities = model.manifest.isFused ?? false
  return {
    async find({ pixels }, context) {
      const { plans, toImage } = planFrame(pixels, frame, NO_STEPS)
      const tensor = await context.timed('prepare', async () =>
        network.prepare([await renderPixels(pixels, plans, context.signal)]),
      )
      const { values } = await context.timed('run', () => network.run(tensor))
      const { width, height } = frame
      const [rows = 1] = tensor.dims
      if (values.length !== rows * width * height)
        throw new ModelRunError(message('ocr-detection-misfit', { values: values.length, width, height }))
      const map = { values: values.subarray(0, width * height), width, height, areProbabilities }
      const words = await context.timed('finish', () => findWords(map))
      return words.flatMap(({ box, score }) => {
        const onPage = boxInImage(box, { toImage, size: pixels })
        return onPage === undefined ? [] : [{ box: onPage, score }]
      })
    },
  }
}
