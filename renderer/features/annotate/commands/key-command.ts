import type { Keyed } from '#renderer/ui/keys/keyed'
import type { Editor } from '../editor/editor.ts'
import type { KeyContext } from './context.ts'

/** One line of the keyboard map. */
export interface KeyCommand extends Keyed {
  readonly when: (context: KeyContext) => boolean
  readonly run: (editor: Editor, event: KeyboardEvent) => void
}
