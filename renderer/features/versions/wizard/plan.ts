import type { VersionPlan } from '#common/contract/versions'
import type { SplitCounts } from '#common/split'
import { copiesPerTrainingImage } from '#common/versions/settings'
import { type Draft, settingsOf, stepsOn } from './draft.ts'

/** The pictures that go in, by split: the plan counts the copies of the training pictures too. */
export function sourceSplits({ splits }: VersionPlan, draft: Draft): SplitCounts {
  return { ...splits, train: Math.round(splits.train / copiesPerTrainingImage(settingsOf(draft))) }
}

/** Why no version can be made of these pictures; undefined when one can. The core says the same at the start. */
export function planProblem(plan: VersionPlan | undefined, draft: Draft): string | undefined {
  if (plan === undefined) return undefined
  if (plan.sources === 0) return 'No image is labelled yet. Label one, or mark one as having nothing to label.'
  const isVaried = stepsOn(draft).length > 0 && draft.copies > 1
  if (isVaried && plan.splits.train === 0) return 'No labelled image is in train, so there is nothing to augment.'
  return undefined
}
