import type { Reviewed } from '#common/annotation/review'
import { t } from '#renderer/words/words'

export const REVIEW_NAMES: Readonly<Record<Reviewed, string>> = {
  waiting: t('In review'),
  approved: t('Approved'),
  rejected: t('Changes requested'),
}
