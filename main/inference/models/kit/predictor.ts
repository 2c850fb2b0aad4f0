import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { Prediction } from '#common/inference/prediction'
import type { ImageSource, OutputOf, PredictOptions } from '#core/models/inference/operations'
import { drawPrediction } from '../../drawing/draw.ts'
import type { CallContext, Handler } from '../../host/family.ts'
import type { Session, Tensors } from '../../host/session.ts'
import { type Framed, type Image, readImage } from '../../images/image.ts'
import { toTensor } from '../../images/tensor.ts'
import { forOneImage } from './fixed-count.ts'

/** A network that looks at one image at a time, without a prompt. */
export interface PredictingNetwork {
  readonly manifest: ModelManifest
  readonly session: Session
  readonly input: ModelInput
  /** Reads the prediction from the outputs for one image. */
  read(outputs: Tensors, seen: Seen): Prediction | Promise<Prediction>
}

/** The image behind the outputs. */
export interface Seen extends Pick<Framed, 'toImage' | 'content'> {
  /** The image as it is displayed. */
  readonly size: Image['size']
  readonly options: PredictOptions
}

/** The operation `predict` over such a network: every image is decoded, framed, run and read on its own, side by side. */
export function predictor(predicting: PredictingNetwork): Handler<'predict'> {
  const network = { ...predicting, session: forOneImage(predicting.session) }
  return ({ images, options }, context) =>
    Promise.all(images.map((source) => predictOne(network, { source, options }, context)))
}

interface Asked {
  readonly source: ImageSource
  readonly options: PredictOptions
}

async function predictOne(
  network: PredictingNetwork,
  { source, options }: Asked,
  context: CallContext,
): Promise<OutputOf<'predict'>[number]> {
  const { manifest, session, input } = network
  const preparing = { steps: manifest.preprocessing ?? {}, skip: options.skip }
  const { image, framed } = await context.timed('decode', async () => {
    const opened = await readImage(source, { skip: options.skip, signal: context.signal })
    return { image: opened, framed: await opened.framed(input, preparing) }
  })
  context.signal.throwIfAborted()
  const [images] = session.inputs
  const tensor = await context.timed('prepare', () => toTensor(framed.pixels, input, images?.type))
  const outputs = await context.timed('run', () => session.run({ [images?.name ?? 'images']: tensor }))
  const { toImage, content } = framed
  const seen = { toImage, content, size: image.size, options }
  const prediction = await context.timed('finish', () => network.read(outputs, seen))
  const { draw } = options
  if (draw === undefined) return { prediction }
  context.signal.throwIfAborted()
  const drawing = await context.timed('finish', async () => {
    const { pixels, toCanvas } = await image.canvas()
    context.signal.throwIfAborted()
    return drawPrediction(pixels, prediction, { ...draw, manifest, toCanvas })
  })
  return { prediction, drawing }
}
