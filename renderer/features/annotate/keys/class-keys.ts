import { labellingOf } from '#renderer/kit/display/project-type'
import { t } from '#renderer/kit/words/words'
import { openAttributes } from '../attributes/attribute-acts.ts'
import { askOfClass } from '../classes/ask-of-class.ts'
import { swapClasses } from '../classes/swap-classes.ts'
import { armedClass } from '../workbench/bench.ts'
import { giveClassAt } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { KeyContext } from './context.ts'
import type { KeyCommand } from './key-command.ts'

/** Keys of the first ten classes in the project's order. */
export const CLASS_DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

/** Texts are of no class that a person would choose. */
const hasClasses = (c: KeyContext) => labellingOf(c.projectType) !== 'texts'

const DIGIT_KEYS: readonly KeyCommand[] = CLASS_DIGITS.map((digit, place) => ({
  id: `class-${digit}`,
  label: t('Class {{name}}', { name: place + 1 }),
  chords: [digit],
  group: 'Class',
  when: (c) => place < c.classes && hasClasses(c),
  run: (bench) => giveClassAt(bench, place),
}))

export const CLASS_KEYS: readonly KeyCommand[] = [
  ...DIGIT_KEYS,
  {
    id: 'class-picker',
    label: t('Class picker at the pointer'),
    chords: ['C'],
    group: 'Class',
    when: hasClasses,
    run: (bench) => bench.pickClass(),
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

function renameArmed(bench: Workbench): void {
  const armed = armedClass(bench.bench)
  if (armed) askOfClass(bench, { kind: 'rename', classId: armed.id })
}
