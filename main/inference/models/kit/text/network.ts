import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import type { Pixels } from '#transforms/raster'
import { ModelRunError } from '../../../host/errors.ts'
import { floatsOf, type Session, type Tensor } from '../../../host/session.ts'
import { toTensor } from '../../../images/tensor.ts'
import { inputsFor } from '../precision.ts'

/** The answer of a network to images, one behind the other. */
interface Answered {
  readonly values: Float32Array
  readonly dims: readonly number[]
}

/** A network with one tensor in and one out. */
export interface ImageNetwork {
  /** Images that it takes at once; undefined for any number. */
  readonly batch: number | undefined
  /** Its output's last axis as the file tells it. */
  readonly lastAxis: number | string | undefined
  /**
   * The images as it takes them: behind one another, and zeros up to the number that it insists on. They are of one height; right of
   * those that are not as wide as the widest, or as `leastWidth`, are zeros.
   */
  prepare(images: readonly Pixels[], leastWidth?: number): Tensor
  run(tensor: Tensor): Promise<Answered>
}

/** How values of pixels become those of a tensor. */
type Values = Pick<ModelInput, 'channels' | 'divisor' | 'mean' | 'std'>

export function imageNetwork(session: Session, values: Values): ImageNetwork {
  const [[taken], [given]] = [session.inputs, session.outputs]
  if (taken === undefined || given === undefined) throw new ModelRunError(message('ocr-network-without-tensors'))
  const [first] = taken.dims
  const batch = typeof first === 'number' && first > 0 ? first : undefined
  return {
    batch,
    lastAxis: given.dims.at(-1),
    prepare(images, leastWidth = 1) {
      const rows = batch ?? images.length
      const height = Math.max(1, ...images.map((image) => image.height))
      const width = Math.max(leastWidth, ...images.map((image) => image.width))
      const data = new Float32Array(rows * 3 * width * height)
      for (const [row, image] of images.entries()) {
        const tensor = toTensor(image, values)
        if (tensor.type === 'float32') layInto(data.subarray(row * 3 * width * height), tensor.data, { image, width })
      }
      return { type: 'float32', dims: [rows, 3, height, width], data }
    },
    async run(tensor) {
      const outputs = await session.run(inputsFor(session, { [taken.name]: tensor }))
      return { values: floatsOf(outputs, given.name), dims: outputs[given.name]?.dims ?? [] }
    },
  }
}

function layInto(
  target: Float32Array,
  source: Float32Array,
  { image, width }: { readonly image: Pixels; readonly width: number },
): void {
  if (image.width === width) return target.set(source)
  for (let line = 0; line < 3 * image.height; line += 1) {
    target.set(source.subarray(line * image.width, (line + 1) * image.width), line * width)
  }
}
