import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { Prediction } from '#common/inference/prediction'
import type { PictureSource, PredictOptions } from '#core/inference/operations'
import type { CallContext, Handler } from '../../host/family.ts'
import type { Session, Tensors } from '../../host/session.ts'
import { type Framed, type Picture, readPicture } from '../../pictures/picture.ts'
import { toTensor } from '../../pictures/tensor.ts'

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
export function predictor(network: PredictingNetwork): Handler<'predict'> {
  return ({ pictures, options }, context) =>
    Promise.all(pictures.map((source) => predictOne(network, { source, options }, context)))
}

interface Asked {
  readonly source: PictureSource
  readonly options: PredictOptions
}

async function predictOne(network: PredictingNetwork, { source, options }: Asked, context: CallContext) {
  const { manifest, session, input } = network
  const preparing = { steps: manifest.preprocessing ?? {}, skip: options.skip }
  const { size, framed } = await context.timed('decode', async () => {
    const picture = await readPicture(source, options.skip)
    return { size: picture.size, framed: await picture.framed(input, preparing) }
  })
  context.signal.throwIfAborted()
  const tensor = await context.timed('prepare', () => toTensor(framed.pixels, input))
  const name = session.inputs[0]?.name ?? 'images'
  const outputs = await context.timed('run', () => session.run({ [name]: tensor }))
  const prediction = await context.timed('finish', () => network.read(outputs, { ...framed, size, options }))
  return { prediction }
}
