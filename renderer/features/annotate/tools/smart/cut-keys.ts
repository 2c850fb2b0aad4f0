import { MOST_DETAIL } from '#renderer/tools/detail'
import { SMART } from '#renderer/tools/kinds/smart'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../../commands/context.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import { pressCursor } from '../../commands/view/view.ts'
import type { Editor } from '../../editor/editor.ts'

const isArmed = (c: KeyContext) => c.tool === SMART.id
const isCutting = (c: KeyContext) => isArmed(c) && c.isDrafting

/** Keys for the current cut. */
export const CUT_KEYS: readonly KeyCommand[] = [
  {
    id: 'press-exclude',
    label: t('Exclude at the cursor'),
    chords: ['Alt+Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable && isArmed(c),
    run: (editor) => pressCursor(editor, true),
  },
  {
    id: 'accept',
    label: t('Accept the cut'),
    chords: ['Enter', 'Shift+Enter'],
    group: 'Draw',
    when: (c) => isCutting(c) && !c.pressesAtCursor,
    run: (editor) => editor.send({ type: 'enter' }),
  },
  {
    id: 'cycle',
    label: t('Other cut: whole, part, smaller'),
    chords: ['Q'],
    group: 'Draw',
    when: isCutting,
    run: (editor) => editor.send({ type: 'cycle' }),
  },
  {
    id: 'less-detail',
    label: t('Less detail'),
    chords: ['['],
    group: 'Draw',
    when: isCutting,
    run: (editor) => changeDetail(editor, -1),
  },
  {
    id: 'more-detail',
    label: t('More detail'),
    chords: [']'],
    group: 'Draw',
    when: isCutting,
    run: (editor) => changeDetail(editor, 1),
  },
  {
    id: 'accept-each',
    label: t('Accept on every click, on or off'),
    chords: ['X'],
    group: 'Draw',
    when: isArmed,
    run: toggleAccepting,
  },
]

function toggleAccepting(editor: Editor): void {
  const acceptsEach = !editor.state.options.acceptsEach
  editor.setOptions({ acceptsEach })
  editor.announce(acceptsEach ? t('Every click is accepted') : t('Each cut must be accepted'))
}

function changeDetail(editor: Editor, by: number): void {
  const detail = Math.min(MOST_DETAIL, Math.max(0, editor.state.options.detail + by))
  editor.setOptions({ detail })
  editor.announce(t('Detail {{detail}} of {{most}}', { detail, most: MOST_DETAIL }))
}
