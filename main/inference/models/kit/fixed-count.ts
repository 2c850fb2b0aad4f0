import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { Session, Tensor, Tensors } from '../../host/session.ts'

/**
 * A network that takes a fixed number of images at once, as one that takes a single image: the other places stay empty, and what it
 * answers for them is left out. Any other network as it is.
 */
export function forOneImage(session: Session): Session {
  const count = session.inputs[0]?.dims[0]
  if (typeof count !== 'number' || count < 2) return session
  return {
    ...session,
    async run(inputs, kept) {
      const outputs = await session.run(
        eachOf(inputs, (tensor) => padded(tensor, count)),
        kept,
      )
      return eachOf(outputs, (tensor) => firstOf(tensor, count))
    },
  }
}

function eachOf(tensors: Tensors, change: (tensor: Tensor) => Tensor): Tensors {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, change(tensor)]))
}

function padded(tensor: Tensor, count: number): Tensor {
  const { type } = tensor
  const dims = [count, ...tensor.dims.slice(1)]
  if (type === 'float32') {
    const data = new Float32Array(count * tensor.data.length)
    data.set(tensor.data)
    return { type, dims, data }
  }
  if (type !== 'float16') throw new ModelRunError(message('network-batch-type-misfit', { count, type }))
  const data = new Uint16Array(count * tensor.data.length)
  data.set(tensor.data)
  return { type, dims, data }
}

/** The first image's part of a tensor; one for all images together stays as it is. */
function firstOf<Of extends Tensor>(tensor: Of, count: number): Of {
  const [first, ...rest] = tensor.dims
  if (first !== count) return tensor
  return { ...tensor, dims: [1, ...rest], data: tensor.data.subarray(0, tensor.data.length / count) }
}
