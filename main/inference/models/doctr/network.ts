import type { ModelInput } from '#common/inference/manifest'
import type { Pixels } from '#transforms/raster'
import { ModelRunError } from '../../host/errors.ts'
import { floatsOf, type Session, type Tensor } from '../../host/session.ts'
import { toTensor } from '../../pictures/tensor.ts'

/** What a network answers for pictures, one behind the other. */
interface Answered {
  readonly values: Float32Array
  readonly dims: readonly number[]
}

/** A network with one tensor in and one out. */
export interface PictureNetwork {
  /** Pictures that it takes at once; undefined for any number. */
  readonly batch: number | undefined
  /** Its output's last axis as the file tells it. */
  readonly lastAxis: number | string | undefined
  /** The pictures as it takes them: behind one another, and zeros up to the number that it insists on. */
  prepare(pictures: readonly Pixels[]): Tensor
  run(tensor: Tensor): Promise<Answered>
}

export function pictureNetwork(session: Session, input: ModelInput): PictureNetwork {
  const [[taken], [given]] = [session.inputs, session.outputs]
  if (taken === undefined || given === undefined) throw new ModelRunError('one of its networks has no tensors')
  const [first] = taken.dims
  const batch = typeof first === 'number' && first > 0 ? first : undefined
  const length = 3 * input.width * input.height
  return {
    batch,
    lastAxis: given.dims.at(-1),
    prepare(pictures) {
      const rows = batch ?? pictures.length
      const data = new Float32Array(rows * length)
      for (const [row, picture] of pictures.entries()) {
        const tensor = toTensor(picture, input)
        if (tensor.type === 'float32') data.set(tensor.data, row * length)
      }
      return { type: 'float32', dims: [rows, 3, input.height, input.width], data }
    },
    async run(tensor) {
      const outputs = await session.run({ [taken.name]: tensor })
      return { values: floatsOf(outputs, given.name), dims: outputs[given.name]?.dims ?? [] }
    },
  }
}
