import { type Box, boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { DetectedMask } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { FloatAnswer } from '../kit/answers.ts'
import { maskInBox, neededWindow, type Patch } from '../kit/masks.ts'
import type { Seen } from '../kit/predictor.ts'
import type { YoloLayout } from './layouts.ts'

export interface Masks {
  /** [1, coefficients, height, width] over the whole frame. */
  readonly prototypes: FloatAnswer
  readonly layout: YoloLayout
  readonly frame: Size
  readonly seen: Seen
}

/** The mask of an object inside its box, in pixels of the frame: the prototypes mixed by the object's coefficients. */
export function maskOf(coefficients: Float32Array, box: Box, { prototypes, layout, frame, seen }: Masks): DetectedMask {
  const [, , height = 0, width = 0] = prototypes.dims
  const window = neededWindow(box, { width, height }, frame)
  const patch = mixed(prototypes, coefficients, window)
  // The seventh version is read without a sigmoid.
  if (layout === 'v7-masks') return maskInBox(patch, box, { seen, frame, level: 0 })
  toProbabilities(patch.values)
  return maskInBox(patch, box, { seen, frame, level: 0.5 })
}

/** The sum of the prototypes weighed by coefficients, inside a window alone. */
function mixed({ dims, values }: FloatAnswer, coefficients: Float32Array, window: Box): Patch {
  const [, count = 0, height = 0, width = 0] = dims
  if (count !== coefficients.length) {
    throw new ModelRunError(message('yolo-masks-misfit', { count, coefficients: coefficients.length }))
  }
  const { width: columns, height: rows } = boxSize(window)
  const sums = new Float32Array(Math.max(0, columns * rows))
  for (let prototype = 0; prototype < count; prototype += 1) {
    const weight = coefficients[prototype] ?? 0
    for (let row = 0; row < rows; row += 1) {
      const start = (prototype * height + window.y0 + row) * width + window.x0
      addWeighed(sums.subarray(row * columns, (row + 1) * columns), values.subarray(start, start + columns), weight)
    }
  }
  return { map: { width, height }, window, values: sums }
}

function addWeighed(sums: Float32Array, values: Float32Array, weight: number): void {
  for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] ?? 0) + weight * (values[i] ?? 0)
}

function toProbabilities(values: Float32Array): void {
  for (let i = 0; i < values.length; i += 1) values[i] = 1 / (1 + Math.exp(-(values[i] ?? 0)))
}
