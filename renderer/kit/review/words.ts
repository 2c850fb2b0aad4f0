import type { Reviewed } from '#common/annotation/review'
import { t } from '../words/words.ts'

export const REVIEW_NAMES: Readonly<Record<Reviewed, string>> = {
  waiting: t('Waits for review'),
  approved: t('Approved'),
  rejected: t('Rejected'),
}
