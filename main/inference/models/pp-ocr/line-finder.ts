import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { renderPixels } from '#transforms/pixels/render'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, OpenedModel } from '../../host/family.ts'
import { floatsOf } from '../../host/session.ts'
import { planFrame } from '../../pictures/picture.ts'
import { toTensor } from '../../pictures/tensor.ts'
import { findWords, type WordRules } from '../doctr/word-map.ts'
import { boxInPicture } from '../kit/boxes.ts'
import { forOnePicture } from '../kit/fixed-count.ts'
import { lengthOf } from '../kit/network-shape.ts'
import type { Page } from '../kit/page.ts'
import { FINDING } from './layout.ts'

export interface LineFinder {
  /** The lines of a page in its whole pixels, with the detection's score. */
  find(page: Page, context: CallContext): Promise<readonly { readonly box: Box; readonly score: number }[]>
}

const NO_STEPS = { steps: {}, skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false } }
/** Sides that the network takes are multiples of this. */
const STEP = 32
/** Marks of a line are not opened, and a line is surer than a word of docTR has to be. */
const RULES: WordRules = { pixelThreshold: 0.3, wordThreshold: 0.6, leastSpan: 2, growth: 1.5, isOpened: false }

/** The detection network of a model. */
export function lineFinder(model: OpenedModel): LineFinder {
  const session = forOnePicture(model.session('detection'))
  const [[taken], [given]] = [session.inputs, session.outputs]
  if (taken === undefined || given === undefined) throw new ModelRunError('its detection has no tensors')
  const frame = model.manifest.input ?? FINDING
  const areProbabilities = model.manifest.isFused ?? true
  return {
    async find({ pixels }, context) {
      const size = sidesFor(pixels, { dims: taken.dims, most: Math.max(frame.width, frame.height) })
      const { plans, toPicture } = planFrame(pixels, { ...frame, ...size, resize: 'stretch' }, NO_STEPS)
      const tensor = await context.timed('prepare', async () =>
        toTensor(await renderPixels(pixels, plans, context.signal), frame, taken.type),
      )
      const outputs = await context.timed('run', () => session.run({ [taken.name]: tensor }))
      const values = floatsOf(outputs, given.name)
      const { width, height } = size
      if (values.length !== width * height)
        throw new ModelRunError(`its detection answers ${values.length} values for ${width} × ${height} pixels`)
      const lines = await context.timed('finish', () => findWords({ values, ...size, areProbabilities }, RULES))
      return lines.flatMap(({ box, score }) => {
        const onPage = boxInPicture(box, { toPicture, size: pixels })
        return onPage === undefined ? [] : [{ box: onPage, score }]
      })
    },
  }
}

interface Taken {
  readonly dims: readonly (number | string)[]
  readonly most: number
}

/** The page as large as the network sees it. */
function sidesFor({ width, height }: Size, { dims, most }: Taken): Size {
  const scale = Math.min(1, most / Math.max(width, height))
  const side = (length: number) => Math.max(STEP, STEP * Math.round((length * scale) / STEP))
  return { width: lengthOf(dims[3]) ?? side(width), height: lengthOf(dims[2]) ?? side(height) }
}
