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

export const KEY_GROUPS = ['Pictures', 'Review', 'Tools', 'Draw', 'Proposals', 'Class', 'Edit', 'View'] as const
export type KeyGroup = (typeof KEY_GROUPS)[number]
