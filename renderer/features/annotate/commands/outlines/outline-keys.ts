import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { armReshape, combineOrDraw, combineSelected } from './outlines.ts'

const hasSelected = (c: KeyContext) => c.hasSelection && c.isEditable && !c.isDrafting

/** Keys that make new outlines of the selected ones. */
export const OUTLINE_KEYS: readonly KeyCommand[] = [
  {
    id: 'unite',
    label: t('Unite shapes, or add to one'),
    chords: ['U'],
    group: 'Edit',
    when: hasSelected,
    run: (editor) => combineOrDraw(editor, 'unite'),
  },
  {
    id: 'subtract',
    label: t('Subtract shapes, or cut a hole'),
    chords: ['Shift+U'],
    group: 'Edit',
    when: hasSelected,
    run: (editor) => combineOrDraw(editor, 'subtract'),
  },
  {
    id: 'intersect',
    label: t('Keep the intersection of shapes'),
    chords: ['Alt+U'],
    group: 'Edit',
    when: hasSelected,
    run: (editor) => combineSelected(editor, 'intersect'),
  },
  {
    id: 'slice',
    label: t('Slice shapes along a line'),
    chords: ['Mod+Shift+X'],
    group: 'Edit',
    when: hasSelected,
    run: (editor) => armReshape(editor, 'slice'),
  },
]
