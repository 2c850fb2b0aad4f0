import type { Size } from '#common/geometry/space'
import type { Augmentation, Preprocessing, VersionSettings } from '#common/versions/settings'
import type { Drawn } from './augment/definition.ts'
import { AUGMENTATION } from './augment/registry.ts'
import { frameAfter, type Plan } from './plan.ts'
import type { Picture } from './preprocess/definition.ts'
import { PREPROCESSING } from './preprocess/registry.ts'
import type { Random } from './random.ts'

/** What a variant goes through, and the draws it follows from by step key. */
export interface AugmentationPlan {
  readonly plans: readonly Plan[]
  readonly drawn: Readonly<Record<string, Drawn>>
}

/** The plans that bring a picture into shape: the same for training and for inference. */
export function planPreprocessing(preprocessing: Preprocessing, picture: Picture): readonly Plan[] {
  const plans: Plan[] = []
  let frame = picture.frame
  for (const step of PREPROCESSING) {
    const plan = step.plan(preprocessing, { ...picture, frame })
    if (plan === undefined) continue
    plans.push(plan)
    frame = frameAfter(plan, frame)
  }
  return plans
}

/** Every chosen step on top of the one before, each with the stream of its own key. */
export function planAugmentation(
  augmentation: Augmentation,
  start: Size,
  streamOf: (stepKey: string) => Random,
): AugmentationPlan {
  const plans: Plan[] = []
  const drawn: Record<string, Drawn> = {}
  let frame = start
  for (const step of AUGMENTATION) {
    const planned = step.plan(augmentation, streamOf(step.key), frame)
    if (planned === undefined) continue
    plans.push(planned.plan)
    drawn[step.key] = planned.drawn
    frame = frameAfter(planned.plan, frame)
  }
  return { plans, drawn }
}

/** The same settings for a small picture: its size is cut down before anything else is done, in the same proportions. */
export function previewSettings(settings: VersionSettings, side: number): VersionSettings {
  const { resize } = settings.preprocessing
  const { width, height, format } = resize ?? { width: side, height: side, format: 'Fit within' }
  const scale = Math.min(1, side / Math.max(width, height))
  const smaller = (size: number) => Math.max(1, Math.round(size * scale))
  const reduced = { width: smaller(width), height: smaller(height), format }
  return { ...settings, preprocessing: { ...settings.preprocessing, resize: reduced } }
}
