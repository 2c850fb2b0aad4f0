import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { Session, Tensor, TensorInfo } from '../../host/session.ts'
import type { TensorShape } from '../kit/network-shape.ts'
import { isMaskInput, isSizeInput } from './layout.ts'

/**
 * The network as one that takes nothing but images. A size that it asks for is that of the frame, so that boxes come in the frame's
 * pixels and go back to the image as those of any other network; of the pixels of a frame all belong to the image. Throws a
 * `ModelRunError` for inputs that are neither.
 */
export function withImagesOnly(session: Session, image: TensorShape, frame: Size): Session {
  const others = session.inputs.filter(({ name }) => name !== image.name)
  const unknown = others.find((input) => !isSizeInput(input) && !isMaskInput(input))
  if (unknown !== undefined) throw new ModelRunError(message('network-input-not-given', { name: unknown.name }))
  if (others.length === 0) return session
  return {
    ...session,
    inputs: session.inputs.filter(({ name }) => name === image.name),
    run(tensors, kept) {
      const images = tensors[image.name]?.dims[0] ?? 1
      const added = others.map((input) => [input.name, fixedInput(input, { images, frame })] as const)
      return session.run({ ...tensors, ...Object.fromEntries(added) }, kept)
    },
  }
}

interface Given {
  readonly images: number
  readonly frame: Size
}

/** Sizes are told as width and height. */
function fixedInput(input: TensorInfo, { images, frame }: Given): Tensor {
  const { width, height } = frame
  if (isSizeInput(input)) {
    return wholes(input, { dims: [images, 2], valueAt: (place) => (place % 2 === 0 ? width : height) })
  }
  const [, rows, columns] = input.dims
  const lengths = [lengthOr(rows, height), lengthOr(columns, width)]
  return wholes(input, { dims: [images, ...lengths], valueAt: () => 1 })
}

interface Wholes {
  readonly dims: readonly number[]
  valueAt(place: number): number
}

function wholes({ name, type }: TensorInfo, { dims, valueAt }: Wholes): Tensor {
  const length = dims.reduce((product, dim) => product * dim, 1)
  const values = Array.from({ length }, (_, place) => valueAt(place))
  if (type === 'int64') return { type, dims, data: BigInt64Array.from(values, BigInt) }
  if (type === 'int32') return { type, dims, data: Int32Array.from(values) }
  if (type === 'bool') return { type, dims, data: Uint8Array.from(values) }
  throw new ModelRunError(message('network-input-not-wholes', { name, type }))
}

function lengthOr(dim: number | string | undefined, fallback: number): number {
  return typeof dim === 'number' && dim > 0 ? dim : fallback
}
