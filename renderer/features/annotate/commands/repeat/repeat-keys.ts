import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import { setMachine } from '../../effects/smart/machine-task.ts'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { repeatAndRefit } from './refit.ts'
import { repeatPrevious } from './repeat.ts'

const takesShapes = (c: KeyContext) =>
  labellingOf(c.projectType) === 'places' && c.isEditable && !c.isDrafting && !c.isInPast

export const REPEAT_KEYS: readonly KeyCommand[] = [
  {
    id: 'repeat',
    label: t('Repeat the shapes of the previous image'),
    chords: ['R'],
    group: 'Edit',
    when: takesShapes,
    run: (editor) => void repeatPrevious(editor),
  },
  {
    id: 'repeat-refit',
    label: t('Repeat them and refit each'),
    chords: ['Shift+R'],
    group: 'Edit',
    when: takesShapes,
    run: (editor) => void repeatAndRefit(editor),
  },
  {
    id: 'carry-forward',
    label: t('Carry shapes forward to the next images'),
    chords: ['Mod+B'],
    group: 'Edit',
    when: (c) => takesShapes(c) && c.hasShapes,
    run: (editor) => setMachine(editor, { isCarrying: true }),
  },
]
