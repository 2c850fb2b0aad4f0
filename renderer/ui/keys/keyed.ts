import { t } from '#renderer/words/words'

/** In the order in which the groups are listed. */
export const KEY_GROUP_NAMES = {
  Images: t('Images'),
  Review: t('Review|noun'),
  Tools: t('Tools'),
  Draw: t('Draw'),
  Proposals: t('Suggestions'),
  Class: t('Class'),
  Edit: t('Edit'),
  View: t('View'),
} as const

export type KeyGroup = keyof typeof KEY_GROUP_NAMES

/** A command in a list: its name and its keys. */
export interface Keyed {
  readonly id: string
  readonly label: string
  /** The first chord is the one that is displayed. */
  readonly chords: readonly string[]
  readonly group: KeyGroup
}

/** Keys of the first ten classes in the project's order. */
export const CLASS_DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const
