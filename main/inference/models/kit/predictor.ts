import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { Prediction } from '#common/inference/prediction'
import type { OutputOf, PictureSource, PredictOptions } from '#core/inference/operations'
import { drawPrediction } from '../../drawing/draw.ts'
import type { CallContext, Handler } from '../../host/family.ts'
import type { Session, Tensors } from '../../host/session.ts'
import { type Framed, type Picture, readPicture } from '../../pictures/picture.ts'
import { toTensor } from '../../pictures/tensor.ts'
import { forOnePicture } from './fixed-count.ts'

/** A network that looks at one picture at a time, without a prompt. */
export interface PredictingNetwork {
  readonly manifest: ModelManifest
  readonly session: Session
  readonly input: ModelInput
  /** What the outputs for one picture say. */
  read(outputs: Tensors, seen: Seen): Prediction | Promise<Prediction>
}

/** The picture behind the outputs. */
export interface Seen extends Pick<Framed, 'toPicture' | 'content'> {
  /** The picture as it is displayed. */
  readonly size: Picture['size']
  readonly options: PredictOptions
}

/** The operation `predict` over such a network: every picture is decoded, framed, run and read on its own, side by side. */
export function predictor(predicting: PredictingNetwork): Handler<'predict'> {
  const network = { ...predicting, session: forOnePicture(predicting.session) }
  return ({ pictures, options }, context) =>
    Promise.all(pictures.map((source) => predictOne(network, { source, options }, context)))
}

interface Asked {
  readonly source: PictureSource
  readonly options: PredictOptions
}

async function predictOne(
  network: PredictingNetwork,
  { source, options }: Asked,
  context: CallContext,
): Promise<OutputOf<'predict'>[number]> {
  const { manifest, session, input } = network
  const preparing = { steps: manifest.preprocessing ?? {}, skip: options.skip }
  const { picture, framed } = await context.timed('decode', async () => {
    const opened = await readPicture(source, { skip: options.skip, signal: context.signal })
    return { picture: opened, framed: await opened.framed(input, preparing) }
  })
  context.signal.throwIfAborted()
  const [pictures] = session.inputs
  const tensor = await context.timed('prepare', () => toTensor(framed.pixels, input, pictures?.type))
  const outputs = await context.timed('run', () => session.run({ [pictures?.name ?? 'images']: tensor }))
  const { toPicture, content } = framed
  const seen = { toPicture, content, size: picture.size, options }
  const prediction = await context.timed('finish', () => network.read(outputs, seen))
  const { draw } = options
  if (draw === undefined) return { prediction }
  context.signal.throwIfAborted()
  const drawing = await context.timed('finish', async () => {
    const { pixels, toCanvas } = await picture.canvas()
    context.signal.throwIfAborted()
    return drawPrediction(pixels, prediction, { ...draw, manifest, toCanvas })
  })
  return { prediction, drawing }
}
