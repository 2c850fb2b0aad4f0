import type { ModelManifest } from '#common/inference/manifest'
import type { ConfidenceWish } from '#core/models/inference/operations'

/** The least confidence of each class. */
export type ThresholdOf = (className: string) => number

/**
 * The thresholds that a wish for confidence means: a number stands for itself; `best` for the thresholds that came with the model, by class
 * where it has them; `default` for the model's own value, or else that of its architecture. `best` without such thresholds is `default`.
 */
export function thresholdsFor(
  wish: ConfidenceWish,
  { thresholds }: Pick<ModelManifest, 'thresholds'>,
  ofArchitecture: number,
): ThresholdOf {
  if (typeof wish === 'number') return () => wish
  const best = wish === 'best' ? thresholds?.best : undefined
  if (best === undefined) return () => thresholds?.confidence ?? ofArchitecture
  return (className) => best.classes?.[className] ?? best.all
}
