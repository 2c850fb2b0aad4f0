import type { Size } from '#common/geometry/space'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'

/** A tensor that a network takes or gives. Without dimensions its file does not tell them. */
export interface TensorShape {
  readonly name: string
  readonly type: string
  /** One with a name may have any length. */
  readonly dims: readonly (number | string)[]
}

/** The inputs and outputs of a network: of a file that is being added as well as of one that is loaded. */
export interface NetworkShape {
  readonly inputs: readonly TensorShape[]
  readonly outputs: readonly TensorShape[]
}

/** Whether a tensor may have these lengths; null stands for any. */
export function mayBe({ dims }: TensorShape, lengths: readonly (number | null)[]): boolean {
  if (dims.length === 0) return true
  if (dims.length !== lengths.length) return false
  return lengths.every((length, axis) => length === null || typeof dims[axis] === 'string' || dims[axis] === length)
}

export function isFloat({ type }: TensorShape): boolean {
  return type === 'float32' || type === 'float16'
}

/** The input that takes images, as colors by rows: `[images, 3, height, width]`. */
export function imageInput({ inputs }: NetworkShape): TensorShape | undefined {
  return inputs.find((input) => isFloat(input) && input.dims.length === 4 && mayBe(input, [null, 3, null, null]))
}

/** Width and height that a network takes; where it takes any, those of the fallback. */
export function frameOf({ dims }: TensorShape, fallback: number): Size {
  const [, , height, width] = dims
  return { width: lengthOf(width) ?? fallback, height: lengthOf(height) ?? fallback }
}

/** The length of an axis where it has one. */
export function lengthOf(dim: number | string | undefined): number | undefined {
  return typeof dim === 'number' && dim > 0 ? dim : undefined
}

/**
 * The input that the manifest states, or else the usual one for such a network. Throws a `ModelRunError` for a size that the network does
 * not take.
 */
export function checkedInput(manifest: ModelManifest, shape: TensorShape, usual: ModelInput): ModelInput {
  const input = manifest.input ?? usual
  const { width, height } = frameOf(shape, 0)
  const isOther = (taken: number, told: number) => taken !== 0 && taken !== told
  if (isOther(width, input.width) || isOther(height, input.height)) {
    const told = `${input.width} × ${input.height}`
    throw new ModelRunError(message('network-size-misfit', { width, height, told }))
  }
  return input
}
