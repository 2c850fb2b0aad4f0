import type { Size } from '#common/geometry/space'
import type { MaskPrompt } from '#core/models/inference/operations'
import type { Tensor } from '../../host/session.ts'
import type { NetworkShape } from '../kit/network-shape.ts'

/** A place in the frame of a network, with what SAM is to make of it. */
export interface LabelledPoint {
  readonly x: number
  readonly y: number
  readonly label: number
}

/** Labels of SAM's points. */
const [BACKGROUND, FOREGROUND, TOP_LEFT, BOTTOM_RIGHT] = [0, 1, 2, 3]

/** A point that says nothing: it stands where a network wants one and the prompt has none. */
export const NO_POINT: LabelledPoint = { x: 0, y: 0, label: -1 }

/** The clicks of a prompt; of an empty prompt one point that says nothing. */
export function clicks({ points, box }: MaskPrompt): readonly LabelledPoint[] {
  if (points.length === 0 && box === undefined) return [NO_POINT]
  return points.map(({ at, positive }) => ({ x: at.x, y: at.y, label: positive ? FOREGROUND : BACKGROUND }))
}

/** The clicks of a prompt, with the corners of its box as two further points. */
export function clicksAndCorners(prompt: MaskPrompt): readonly LabelledPoint[] {
  const { box } = prompt
  if (box === undefined) return clicks(prompt)
  const { x0, y0, x1, y1 } = box
  return [...clicks(prompt), { x: x0, y: y0, label: TOP_LEFT }, { x: x1, y: y1, label: BOTTOM_RIGHT }]
}

/** `leading` are the dimensions before that of the points. */
export function coordinates(points: readonly LabelledPoint[], leading: readonly number[]): Tensor {
  const data = Float32Array.from(points.flatMap(({ x, y }) => [x, y]))
  return { type: 'float32', dims: [...leading, points.length, 2], data }
}

/** Labels in the type that the network has for them: exports differ, and a network refuses the other one. */
export function labels(
  points: readonly LabelledPoint[],
  leading: readonly number[],
  { network, name }: { readonly network: NetworkShape; readonly name: string },
): Tensor {
  const dims = [...leading, points.length]
  const values = points.map(({ label }) => label)
  return wholeNumbers(values, dims, network.inputs.find((input) => input.name === name)?.type)
}

/** Whole numbers in the type that a network asks for; as floats when it asks for none of the whole ones. */
function wholeNumbers(values: readonly number[], dims: readonly number[], type: string | undefined): Tensor {
  if (type === 'int64') return { type, dims, data: BigInt64Array.from(values, BigInt) }
  if (type === 'int32') return { type, dims, data: Int32Array.from(values) }
  return { type: 'float32', dims, data: Float32Array.from(values) }
}

/** The size at which a decoder is to answer its masks, height first: a cell for so many pixels of what shows the image. */
export function sizeOfMasks({ width, height }: Size, cell: number, { inputs }: NetworkShape): Tensor {
  const type = inputs.find(({ name }) => name === 'orig_im_size')?.type
  return wholeNumbers([Math.ceil(height / cell), Math.ceil(width / cell)], [2], type)
}
