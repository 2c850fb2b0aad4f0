import type { Affine } from '#common/geometry/affine'
import type { ModelManifest } from '#common/inference/manifest'
import type { PredictOptions } from '#core/models/inference/operations'

/** How a prediction is drawn, besides the colors and the skeletons of its model. */
export interface DrawStyle extends NonNullable<PredictOptions['draw']> {
  /** From the displayed image to the pixels that are drawn upon. */
  readonly toCanvas: Affine
  readonly manifest: Pick<ModelManifest, 'colours' | 'keypoints'>
}
