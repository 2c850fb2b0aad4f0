import type { YoloLayout } from './layouts.ts'
import { type NamedShape, scoredBoxes } from './signature.ts'

/** Outputs by the part they play. */
export interface YoloOutputs {
  readonly boxes: string
  /** Scores of the classes, where they are not beside the boxes. */
  readonly scores?: string
  readonly prototypes?: string
}

/**
 * Which output is which: boxes are the first with three axes, prototypes of masks the first with four (some exports hand out their raw
 * heads too). Where the file tells no axes, the usual order stands.
 */
export function outputsOf(layout: YoloLayout, outputs: readonly NamedShape[]): YoloOutputs | undefined {
  const withAxes = (axes: number) => outputs.filter(({ dims }) => dims.length === axes)
  if (layout === 'nas') {
    const [boxes, scores] = scoredBoxes(withAxes(3)) ?? outputs
    return boxes && scores && { boxes: boxes.name, scores: scores.name }
  }
  const boxes = withAxes(3)[0] ?? outputs[0]
  const prototypes = layout === 'v7-masks' ? outputs[4] : (withAxes(4)[0] ?? outputs[1])
  return boxes && { boxes: boxes.name, ...(prototypes && { prototypes: prototypes.name }) }
}
