import { t } from '#renderer/words/words'

/** Notices worth showing in the corner during review. */
export const REVIEW_NEWS = {
  'none-waiting': t('No other image in this queue is in review'),
  'none-rejected': t('No other image in this queue has changes requested'),
  'nothing-to-review': t('This image has no annotations to review'),
  'verdict-undone': t('Verdict removed'),
  'approval-lapsed': t('The annotations changed, so the approval was removed. The image is back in review'),
} as const

export type ReviewNews = keyof typeof REVIEW_NEWS
