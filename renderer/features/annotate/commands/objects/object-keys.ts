import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import type { OrderStep } from './drawing-order.ts'
import { focusObjectFilter, hideOthers, moveInOrder, showAll, toggleGroup, toggleLock } from './objects.ts'

const hasSelected = (c: KeyContext) => c.hasSelection && c.isEditable && !c.isDrafting

const order = (id: OrderStep, label: string, chords: readonly string[]): KeyCommand => ({
  id: `order-${id}`,
  label,
  chords,
  group: 'Edit',
  when: hasSelected,
  run: (editor) => moveInOrder(editor, id),
})

/** Keys for the list of objects. */
export const OBJECT_KEYS: readonly KeyCommand[] = [
  {
    id: 'lock',
    label: t('Lock or unlock'),
    chords: ['L'],
    group: 'Edit',
    when: hasSelected,
    run: (editor) => toggleLock(editor),
  },
  {
    id: 'hide-others',
    label: t('Hide the others'),
    chords: ['Shift+J'],
    group: 'Edit',
    when: (c) => c.hasSelection,
    run: hideOthers,
  },
  {
    id: 'show-all',
    label: t('Show all shapes'),
    chords: ['Mod+J'],
    group: 'Edit',
    when: (c) => c.hasShapes,
    run: showAll,
  },
  order('forward', t('Bring forward'), ['Mod+]']),
  order('backward', t('Send backward'), ['Mod+[']),
  // With Shift a keyboard may tell another mark.
  order('front', t('Bring to the front'), ['Mod+Shift+]', 'Mod+}']),
  order('back', t('Send to the back'), ['Mod+Shift+[', 'Mod+{']),
  { id: 'group', label: t('Group or ungroup'), chords: ['Mod+G'], group: 'Edit', when: hasSelected, run: toggleGroup },
  {
    id: 'find-object',
    label: t('Find an object in the list'),
    chords: ['Mod+F'],
    group: 'Edit',
    when: (c) => c.hasShapes && labellingOf(c.projectType) === 'places',
    run: focusObjectFilter,
  },
]
