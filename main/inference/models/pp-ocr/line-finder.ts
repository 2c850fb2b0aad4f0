import { type Affine, mapRing } from '#common/geometry/affine'
import { ringsBounds } from '#common/geometry/polygon'
import { asRotatedBox, type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { boxFittingCorners } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import { renderPixels } from '#transforms/pixels/render'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, OpenedModel } from '../../host/family.ts'
import type { Session } from '../../host/session.ts'
import { planFrame } from '../../images/image.ts'
import { boxInImage } from '../kit/boxes.ts'
import { lengthOf } from '../kit/network-shape.ts'
import type { Page } from '../kit/page.ts'
import { imageNetwork } from '../kit/text/network.ts'
import type { FoundText } from '../kit/text/read-text.ts'
import { detectionInput } from './layout.ts'
import { type FoundLine, findLines } from './line-map.ts'

/** A line of text on a page. */
interface PageLine extends FoundText {
  /** As it lies there, in pixels of the page. */
  readonly turned: RotatedBox
}

interface LineFinder {
  find(page: Page, context: CallContext): Promise<readonly PageLine[]>
}

const NO_STEPS = { steps: {}, skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false } }
/** Networks halve an image five times. */
const STEP = 32
/** Lines that are turned by fewer degrees are upright: the marks of upright ones are a little ragged. */
const UPRIGHT = 0.5

/** The detection network of a model. */
export function lineFinder(model: OpenedModel): LineFinder {
  const session = model.session('detection')
  const input = model.manifest.input ?? detectionInput(session)
  const network = imageNetwork(session, input)
  const areProbabilities = model.manifest.isFused ?? true
  return {
    async find({ pixels }, context) {
      const frame = frameFor(pixels, input, session)
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
      const lines = await context.timed('finish', () => findLines(map))
      return lines.flatMap((line) => onPage(line, { toImage, size: pixels }) ?? [])
    },
  }
}

/** A network that takes any size sees the image at its own, without bars, and smaller where it does not fit into the input. */
function frameFor({ width, height }: Size, input: ModelInput, { inputs }: Session) {
  const [, , rows, columns] = inputs[0]?.dims ?? []
  if (lengthOf(rows) !== undefined || lengthOf(columns) !== undefined) return input
  const scale = Math.min(1, input.width / width, input.height / height)
  const side = (length: number) => Math.max(STEP, STEP * Math.round((length * scale) / STEP))
  return { width: side(width), height: side(height), resize: 'stretch' as const, padding: 0 }
}

interface Placing {
  readonly toImage: Affine
  readonly size: Size
}

function onPage({ box, score }: FoundLine, placing: Placing): PageLine | undefined {
  const corners = rotatedBoxRing(box)
  const bounds = boxInImage(ringsBounds([corners]), placing)
  if (bounds === undefined) return undefined
  const turned = boxFittingCorners(mapRing(placing.toImage, corners))
  const isUpright = turned === undefined || Math.abs(turned.angle - 90 * Math.round(turned.angle / 90)) < UPRIGHT
  return { box: bounds, score, turned: isUpright ? asRotatedBox(bounds) : turned }
}
