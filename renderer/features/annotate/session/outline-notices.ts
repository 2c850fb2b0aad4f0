import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { untangle } from '../commands/outlines/vertices.ts'
import { REFUSAL_WORDS } from '../commands/outlines/words.ts'
import type { Editor } from '../editor/editor.ts'
import type { EditorNotice } from '../model/notice.ts'

type OutlineNotice = Extract<EditorNotice, { kind: 'crossing' | 'outline-refused' }>

/** Says why outlines stayed as they are, and what can be done about one. */
export function sayOutlineNotice(notice: OutlineNotice, editor: Editor): void {
  if (notice.kind === 'outline-refused') return notify({ id: 'outline-refused', text: REFUSAL_WORDS[notice.refusal] })
  notify({
    id: 'crossing',
    text: t('The outline crosses itself'),
    action: { label: t('Untangle'), onPress: () => untangle(editor, notice.shape) },
  })
}
