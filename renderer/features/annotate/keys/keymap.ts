import { COMMENT_KEYS } from '../comments/comment-keys.ts'
import { DRAFT_KEYS } from '../drafts/draft-keys.ts'
import { GO_TO_KEYS } from '../go-to/go-to-keys.ts'
import { BRUSH_KEYS } from '../mask/brush-keys.ts'
import { OBJECT_KEYS } from '../objects/object-keys.ts'
import { OUTLINE_KEYS } from '../outline-acts/outline-keys.ts'
import { PATH_KEYS } from '../outline-acts/path-keys.ts'
import { VERTEX_KEYS } from '../outline-acts/vertex-keys.ts'
import { PROPOSAL_KEYS } from '../proposals/proposal-keys.ts'
import { REPEAT_KEYS } from '../repeat/repeat-keys.ts'
import { REVIEW_KEYS } from '../review/review-keys.ts'
import { CUT_KEYS } from '../smart/cut-keys.ts'
import { MACHINE_KEYS } from '../smart/smart-keys.ts'
import { CLASS_KEYS } from './class-keys.ts'
import type { KeyContext } from './context.ts'
import { EDIT_KEYS } from './edit-keys.ts'
import type { KeyCommand } from './key-command.ts'
import { STEP_KEYS } from './step-keys.ts'
import { TOOL_KEYS } from './tool-keys.ts'
import { MOVE_KEYS, VIEW_KEYS } from './view-keys.ts'

/** Every key of the annotate screen. No two that are valid at the same time share a chord; a test walks through all contexts. */
export const KEYMAP: readonly KeyCommand[] = [
  ...MOVE_KEYS,
  ...GO_TO_KEYS,
  ...TOOL_KEYS,
  ...STEP_KEYS,
  ...DRAFT_KEYS,
  ...CUT_KEYS,
  ...BRUSH_KEYS,
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
