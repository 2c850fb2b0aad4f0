import { PROPOSAL_KEYS } from '../proposals/proposal-keys.ts'
import { CLASS_KEYS } from './class-keys.ts'
import type { KeyContext } from './context.ts'
import { DRAW_KEYS } from './draw-keys.ts'
import { EDIT_KEYS } from './edit-keys.ts'
import type { KeyCommand } from './key-command.ts'
import { MOVE_KEYS, VIEW_KEYS } from './view-keys.ts'

/** Every key of the annotate screen. No two that are valid at the same time share a chord; a test walks through all contexts. */
export const KEYMAP: readonly KeyCommand[] = [
  ...MOVE_KEYS,
  ...DRAW_KEYS,
  ...PROPOSAL_KEYS,
  ...CLASS_KEYS,
  ...EDIT_KEYS,
  ...VIEW_KEYS,
]

export function validKeys(commands: readonly KeyCommand[], context: KeyContext): readonly KeyCommand[] {
  return commands.filter(({ when }) => when(context))
}
