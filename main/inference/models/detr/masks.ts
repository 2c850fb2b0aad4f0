import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { DetectedMask } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { Tensors } from '../../host/session.ts'
import { readFloats } from '../kit/answers.ts'
import { maskInBox } from '../kit/masks.ts'
import type { Seen } from '../kit/predictor.ts'

interface MaskOptions {
  /** The tensor: a map for every query, over the whole frame. */
  readonly name: string
  readonly queries: number
  readonly frame: Size
}

/**
 * Reads the masks of an image query by query, each inside the box of its object, which is in pixels of the frame. The maps are logits,
 * or probabilities when none of their values is below 0 or above 1.
 */
export function maskReader(outputs: Tensors, { name, queries, frame }: MaskOptions, seen: Seen) {
  const { values, dims } = readFloats(outputs, { name, dims: [1, queries, 'rows', 'columns'] })
  const [, , height = 0, width = 0] = dims
  const cells = width * height
  if (cells === 0) throw new ModelRunError(message('network-output-without-cell', { name, dims: dims.map(String) }))
  const level = areProbabilities(values) ? 0.5 : 0
  const window = { x0: 0, y0: 0, x1: width, y1: height }
  return (query: number, box: Box): DetectedMask => {
    const map = values.subarray(query * cells, (query + 1) * cells)
    return maskInBox({ map: { width, height }, window, values: map }, box, { seen, frame, level })
  }
}

function areProbabilities(values: Float32Array): boolean {
  return !values.some((value) => value < 0 || value > 1)
}
