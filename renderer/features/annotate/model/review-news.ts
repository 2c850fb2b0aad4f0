import { t } from '#renderer/words/words'

/** Notices worth showing in the corner during review. */
export const REVIEW_NEWS = {
  'none-waiting': t('No other image of this queue waits for review'),
  'none-rejected': t('No other image of this queue is rejected'),
  'nothing-to-review': t('This image has no labels to review'),
  'verdict-undone': t('Verdict removed'),
  'approval-lapsed': t('The labels changed, so the approval was removed. The image waits for review again'),
} as const

export type ReviewNews = keyof typeof REVIEW_NEWS
