import type { VersionPlan } from '#common/contract/versions'
import { t } from '#renderer/words/words'
import type { Draft } from './draft/draft.ts'
import { stepsOn } from './draft/settings.ts'

/** Why no version can be made of these images; undefined when one can. The core says the same at the start. */
export function planProblem(plan: VersionPlan | undefined, draft: Draft): string | undefined {
  if (plan === undefined) return undefined
  if (plan.sources === 0) return nothingSentence(draft)
  if (plan.images === 0) return t('No object is labeled, so no images can be created.')
  const isVaried = stepsOn(draft).length > 0 && draft.copies > 1
  if (isVaried && plan.sourceSplits.train === 0)
    return t('No labeled image is in the train split, so nothing can be augmented.')
  return undefined
}

function nothingSentence({ preprocessing }: Draft): string {
  const { on, settings } = preprocessing['filter-tags']
  return on && Object.keys(settings).length > 0
    ? t('No labeled image has the required tags.')
    : t('No image is labeled yet. Label an image, or mark one as background.')
}
