import type { ModelInput } from '#common/inference/manifest'
import type { Pixels } from '#transforms/raster'
import { ModelRunError } from '../../../host/errors.ts'
import { floatsOf, type Session, type Tensor } from '../../../host/session.ts'
import { toTensor } from '../../../pictures/tensor.ts'
import { inputsFor } from '../precision.ts'

/** The answer of a network to images, one behind the other. */
interface Answered {
  readonly values: Float32Array
  readonly dims: readonly number[]
}

/** A network with one tensor in and one out. */
export interface PictureNetwork {
  /** Images that it takes at once; undefined for any number. */
  readonly batch: number | undefined
  /** Its output's last axis as the file tells it. */
  readonly lastAxis: number | string | undefined
  /**
   * The images as it takes them: behind one another, and zeros up to the number that it insists on. They are of one height; right of
   * those that are not as wide as the widest, or as `leastWidth`, are zeros.
   */
  prepare(pictures: readonly Pixels[], leastWidth?: number): Tensor
  run(tensor: Tensor): Promise<Answered>
}

/** How values of pixels become those of a tensor. */
type Values = Pick<ModelInput, 'channels' | 'divisor' | 'mean' | 'std'>

export function pictureNetwork(session: Session, values: Values): PictureNetwork {
  const [[taken], [given]] = [session.inputs, session.outputs]
  if (taken === undefined || given === undefined) throw new ModelRunError('one of its networks has no tensors')
  const [first] = taken.dims
  const batch = typeof first === 'number' && first > 0 ? first : undefined
  return {
    batch,
    lastAxis: given.dims.at(-1),
    prepare(pictures, leastWidth = 1) {
      const rows = batch ?? pictures.length
      const height = Math.max(1, ...pictures.map((picture) => picture.height))
      const width = Math.max(leastWidth, ...pictures.map((picture) => picture.width))
      const data = new Float32Array(rows * 3 * width * height)
      for (const [row, picture] of pictures.entries()) {
        const tensor = toTensor(picture, values)
        if (tensor.type === 'float32') layInto(data.subarray(row * 3 * width * height), tensor.data, { picture, width })
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
  { picture, width }: { readonly picture: Pixels; readonly width: number },
): void {
  if (picture.width === width) return target.set(source)
  for (let line = 0; line < 3 * picture.height; line += 1) {
    target.set(source.subarray(line * picture.width, (line + 1) * picture.width), line * width)
  }
}
