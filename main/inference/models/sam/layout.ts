import type { Size } from '#common/geometry/space'
import type { ModelInput } from '#common/inference/manifest'
import type { MaskPrompt } from '#core/models/inference/operations'
import type { Tensor, Tensors, TensorType } from '../../host/session.ts'
import type { Framed, Image } from '../../images/image.ts'
import type { NetworkShape } from '../kit/network-shape.ts'

/** The two networks of a promptable segmenter. */
export interface SamNetworks {
  readonly encoder: NetworkShape
  readonly decoder: NetworkShape
}

/** A decoder's outputs for a prompt: the masks that it may mean. */
export interface MaskOutputs {
  /** Name of the tensor whose last three dimensions are masks, rows and columns. */
  readonly masks: string
  readonly scores: string
  /** The area under the grid of a mask: the whole frame of the network, or the part that shows the image. */
  readonly covers: 'frame' | 'image'
}

/** How one export of the Segment Anything models takes images and prompts. One file each, listed in `layouts.ts`. */
export interface SamLayout {
  readonly id: string
  fits(networks: SamNetworks): boolean
  /** The input of its encoder, unless the manifest says something else. */
  inputFor(networks: SamNetworks): ModelInput
  /** The image laid out for an encoder that does not take the whole frame. */
  framed?(image: Image, input: ModelInput): Promise<Framed>
  /** The pixels as the encoder takes them, in the type that it declares. */
  image(framed: Framed, input: ModelInput, type?: TensorType): Tensor
  /** Inputs of the decoder that come from the encoder. */
  readonly embeddings: readonly string[]
  /** The further inputs of the decoder. A prompt that the network has no input for throws an `UnservedInputError`. */
  promptInputs(prompt: MaskPrompt, asked: PromptContext): Tensors
  outputsOf(networks: SamNetworks): MaskOutputs
  /** An addition to the score of a mask before the best is looked for; nothing when absent. */
  bonus?(prompt: MaskPrompt, place: { readonly mask: number; readonly masks: number }): number
}

/** The context of a prompt. Its coordinates are pixels of the network's frame. */
export interface PromptContext {
  readonly decoder: NetworkShape
  /** The part of the frame that shows the image, from its top left. */
  readonly content: Size
}

/** Whether a network takes an input of this name. */
export function takes({ inputs }: NetworkShape, name: string): boolean {
  return inputs.some((input) => input.name === name)
}

export function gives({ outputs }: NetworkShape, name: string): boolean {
  return outputs.some((output) => output.name === name)
}
