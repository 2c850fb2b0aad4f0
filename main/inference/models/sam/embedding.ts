import { z } from 'zod'
import { type Affine, invertAffine } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext } from '../../host/family.ts'
import type { Session, Tensors } from '../../host/session.ts'
import type { Framed, Image } from '../../images/image.ts'
import type { NetworkShape } from '../kit/network-shape.ts'
import { type SamLayout, takes } from './layout.ts'

/** How an image lies in the frame of the networks. */
export interface Placed {
  /** From the image's pixels to those of the frame. */
  readonly toFrame: Affine
  /** The part of the frame that shows the image, from its top left. */
  readonly content: Size
}

/** The same as it lies in a file. */
export const StoredPlace = z.object({
  toFrame: z.object({ a: z.number(), b: z.number(), c: z.number(), d: z.number(), e: z.number(), f: z.number() }),
  content: z.object({ width: z.number(), height: z.number() }),
})

export interface Embedding {
  readonly layout: SamLayout
  readonly input: ModelInput
  readonly encoder: Session
  readonly decoder: NetworkShape
}

/** Runs the encoder on an image: what it answers, under the names that the decoder has for it. */
export async function embedImage({ layout, input, encoder, decoder }: Embedding, asked: Asked) {
  const { image, context } = asked
  const [declared] = encoder.inputs
  const framed = await context.timed('decode', () => layout.framed?.(image, input) ?? image.framed(input))
  const tensor = await context.timed('prepare', () => layout.image(framed, input, declared?.type))
  const name = declared?.name ?? 'image'
  const outputs = await context.timed('run', () => encoder.run({ [name]: tensor }))
  const names = layout.embeddings.filter((wanted) => takes(decoder, wanted))
  return { tensors: renamed(outputs, names), facts: placedBy(framed) }
}

interface Asked {
  readonly image: Image
  readonly context: CallContext
}

/** Outputs go by their names. Where an encoder calls its only output something else, it is the only embedding. */
function renamed(outputs: Tensors, names: readonly string[]): Tensors {
  const only = Object.values(outputs)
  const found = names.map((name) => {
    const tensor = outputs[name] ?? (names.length === 1 && only.length === 1 ? only[0] : undefined)
    if (tensor === undefined) throw new ModelRunError(message('sam-embedding-missing', { name }))
    return [name, tensor] as const
  })
  return Object.fromEntries(found)
}

function placedBy({ toImage, content }: Framed): Placed {
  const toFrame = invertAffine(toImage)
  if (toFrame === undefined) throw new ModelRunError(message('sam-image-without-place'))
  return { toFrame, content: { width: content.x1, height: content.y1 } }
}
