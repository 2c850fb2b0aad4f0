import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { pressCursor } from '../view/view.ts'

const placesPoints = (c: KeyContext) => c.traits.setsPoints && c.isDrafting

/** How what is drawn grows, ends and is given up, whatever the tool. */
export const DRAFT_KEYS: readonly KeyCommand[] = [
  {
    id: 'press',
    label: t('Set a point at the cursor'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable,
    run: (editor) => pressCursor(editor, false),
  },
  {
    id: 'back',
    label: t('Remove the last point'),
    chords: ['Backspace', 'Mod+Z'],
    group: 'Draw',
    when: (c) => c.traits.takesBack && c.isDrafting,
    run: (editor) => editor.send({ type: 'back' }),
  },
  {
    id: 'again',
    label: t('Place the point again'),
    chords: ['Mod+Shift+Z', 'Mod+Y'],
    group: 'Draw',
    when: placesPoints,
    run: (editor) => editor.send({ type: 'again' }),
  },
  {
    id: 'discard',
    label: t('Discard the unfinished drawing'),
    chords: ['Escape'],
    group: 'Draw',
    when: (c) => c.isDrafting && !c.isInPast,
    run: (editor) => editor.send({ type: 'cancel' }),
  },
]
