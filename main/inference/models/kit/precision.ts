import type { Tensor, Tensors } from '../../host/session.ts'
import { toHalves } from '../../images/half.ts'
import type { NetworkShape } from './network-shape.ts'

/** The inputs of a network among some tensors, with floats in the precision that it declares for them. */
export function inputsFor({ inputs }: NetworkShape, tensors: Tensors): Tensors {
  const taken = inputs.flatMap(({ name, type }) => {
    const tensor = tensors[name]
    return tensor ? [[name, type === 'float16' ? halved(tensor) : tensor] as const] : []
  })
  return Object.fromEntries(taken)
}

function halved(tensor: Tensor): Tensor {
  if (tensor.type !== 'float32') return tensor
  return { type: 'float16', dims: tensor.dims, data: toHalves(tensor.data) }
}
