import { labellingOf } from '#renderer/data/project-type'
import { CLASS_DIGITS } from '#renderer/ui/keys/keyed'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { armedClass } from '../../model/editor-state.ts'
import { openAttributes } from '../attributes/attributes.ts'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { giveClassAt } from '../shapes/shapes.ts'
import { askOfClass } from './ask-of-class.ts'
import { swapClasses } from './swap-classes.ts'

/** Texts are of no class that a person would choose. */
const hasClasses = (c: KeyContext) => labellingOf(c.projectType) !== 'texts'

const DIGIT_KEYS: readonly KeyCommand[] = CLASS_DIGITS.map((digit, place) => ({
  id: `class-${digit}`,
  label: t('Class {{name}}', { name: place + 1 }),
  chords: [digit],
  group: 'Class',
  when: (c) => place < c.classes && hasClasses(c),
  run: (editor) => giveClassAt(editor, place),
}))

export const CLASS_KEYS: readonly KeyCommand[] = [
  ...DIGIT_KEYS,
  {
    id: 'class-picker',
    label: t('Class picker at the pointer'),
    chords: ['C'],
    group: 'Class',
    when: hasClasses,
    run: (editor) => editor.pickClass(),
  },
  {
    id: 'swap-classes',
    label: t('Swap the last two classes'),
    // The key left of 1, whatever is printed on it.
    chords: ['`', 'Backquote'],
    group: 'Class',
    when: (c) => c.classes > 1 && labellingOf(c.projectType) === 'places',
    run: swapClasses,
  },
  {
    id: 'attributes',
    label: t('Attributes of the selection'),
    chords: ['F2'],
    group: 'Class',
    when: (c) => c.hasSelection && c.hasAttributes && c.isEditable && !c.isDrafting,
    run: openAttributes,
  },
  {
    id: 'rename-class',
    label: t('Rename the armed class'),
    chords: ['F2'],
    group: 'Class',
    when: (c) => c.classes > 0 && c.canChangeClasses && !c.hasSelection && labellingOf(c.projectType) === 'places',
    run: renameArmed,
  },
]

function renameArmed(editor: Editor): void {
  const armed = armedClass(editor.state)
  if (armed) askOfClass(editor, { kind: 'rename', classId: armed.id })
}
