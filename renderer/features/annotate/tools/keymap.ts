import { CLASS_KEYS } from '../commands/classes/class-keys.ts'
import { COMMENT_KEYS } from '../commands/comments/comment-keys.ts'
import type { KeyContext } from '../commands/context.ts'
import { DRAFT_KEYS } from '../commands/drafts/draft-keys.ts'
import { CURSOR_KEYS } from '../commands/edit/cursor-keys.ts'
import { EDIT_KEYS } from '../commands/edit/edit-keys.ts'
import { GO_TO_KEYS } from '../commands/go-to/go-to-keys.ts'
import type { KeyCommand } from '../commands/key-command.ts'
import { MASK_KEYS } from '../commands/masks/mask-keys.ts'
import { OBJECT_KEYS } from '../commands/objects/object-keys.ts'
import { OUTLINE_KEYS } from '../commands/outlines/outline-keys.ts'
import { PATH_KEYS } from '../commands/outlines/path-keys.ts'
import { VERTEX_KEYS } from '../commands/outlines/vertex-keys.ts'
import { PROPOSAL_KEYS } from '../commands/proposals/proposal-keys.ts'
import { REPEAT_KEYS } from '../commands/repeat/repeat-keys.ts'
import { REVIEW_KEYS } from '../commands/review/review-keys.ts'
import { MACHINE_KEYS } from '../commands/smart/tighten-keys.ts'
import { MOVE_KEYS, VIEW_KEYS } from '../commands/view/view-keys.ts'
import { TOOL_ENTRIES } from './registry.ts'
import { armingKeys } from './tool-keys.ts'

/** Every key of the annotate screen. No two that are valid at the same time share a chord; a test walks through all contexts. */
export const KEYMAP: readonly KeyCommand[] = [
  ...MOVE_KEYS,
  ...GO_TO_KEYS,
  ...armingKeys(TOOL_ENTRIES),
  ...CURSOR_KEYS,
  ...DRAFT_KEYS,
  ...TOOL_ENTRIES.flatMap(({ commands }) => commands ?? []),
  ...MASK_KEYS,
  ...PROPOSAL_KEYS,
  ...REVIEW_KEYS,
  ...REPEAT_KEYS,
  ...MACHINE_KEYS,
  ...COMMENT_KEYS,
  ...CLASS_KEYS,
  ...EDIT_KEYS,
  ...OUTLINE_KEYS,
  ...VERTEX_KEYS,
  ...PATH_KEYS,
  ...OBJECT_KEYS,
  ...VIEW_KEYS,
]

export function validKeys(commands: readonly KeyCommand[], context: KeyContext): readonly KeyCommand[] {
  return commands.filter(({ when }) => when(context))
}
