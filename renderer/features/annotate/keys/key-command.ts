import { t } from '#renderer/kit/words/words'
import type { Workbench } from '../workbench/workbench.ts'
import type { KeyContext } from './context.ts'

/** One line of the keyboard map. */
export interface KeyCommand {
  readonly id: string
  readonly label: string
  /** The first chord is the one that is printed. */
  readonly chords: readonly string[]
  readonly group: KeyGroup
  readonly when: (context: KeyContext) => boolean
  readonly run: (bench: Workbench, event: KeyboardEvent) => void
}

/** In the order in which keys are listed. */
export const KEY_GROUP_NAMES = {
  Images: t('Images'),
  Review: t('Review|noun'),
  Tools: t('Tools'),
  Draw: t('Draw'),
  Proposals: t('Proposals'),
  Class: t('Class'),
  Edit: t('Edit'),
  View: t('View'),
} as const

export type KeyGroup = keyof typeof KEY_GROUP_NAMES
