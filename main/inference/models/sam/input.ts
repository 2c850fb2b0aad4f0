import type { ModelInput } from '#common/inference/manifest'
import type { Tensor, TensorType } from '../../host/session.ts'
import type { Framed } from '../../images/image.ts'
import { toTensor } from '../../images/tensor.ts'
import type { NetworkShape } from '../kit/network-shape.ts'

/** Side of the frame of every SAM but the third. */
const SIDE = 1024
/** SAM 3 looks at this frame, and at values −1…1. */
const SIDE_OF_SAM3 = 1008

/** Of the images of ImageNet; SAM and SAM 2 were trained with them. */
const IMAGENET = { divisor: 255, mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] } as const
const CENTRED = { divisor: 255, mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] } as const

/** The usual input of an encoder: its side from the shape of the tensor, the values from the side. */
export function usualInput({ inputs }: NetworkShape, resize: 'stretch' | 'pad-end'): ModelInput {
  const [height, width] = inputs[0]?.dims.slice(-2) ?? []
  const side = typeof height === 'number' && height === width && height > 0 ? height : SIDE
  const { divisor, mean, std } = side === SIDE_OF_SAM3 ? CENTRED : IMAGENET
  const frame = { width: side, height: side, resize, padding: 0 }
  return { ...frame, channels: 'rgb', divisor, mean: [...mean], std: [...std] }
}

/** The pixels channel by channel, with zeros where the frame does not show the image: SAM pads what is normalised already. */
export function planes({ pixels, content }: Framed, input: ModelInput, type?: TensorType): Tensor {
  const tensor = toTensor(pixels, input, type)
  const { width, height } = pixels
  if (content.x1 >= width && content.y1 >= height) return tensor
  for (let row = 0, start = 0; row < 3 * height; row += 1, start += width) {
    const shown = row % height < content.y1 ? content.x1 : 0
    if (tensor.type === 'float32' || tensor.type === 'float16') tensor.data.fill(0, start + shown, start + width)
  }
  return tensor
}
