import type { KeyView } from '#common/contract/workspace/keys'
import { t } from '#renderer/words/words'

/** Names of the rights of a key. */
export const RIGHTS: Readonly<Record<KeyView['rights'], string>> = {
  everything: t('Everything'),
  editor: t('Everything except keys'),
  labeler: t('Label images'),
  viewer: t('View only'),
  custom: t('Selected scopes'),
}
