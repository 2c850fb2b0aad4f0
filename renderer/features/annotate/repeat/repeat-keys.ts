import { labellingOf } from '#renderer/kit/display/project-type'
import { t } from '#renderer/kit/words/words'
import type { KeyContext } from '../keys/context.ts'
import type { KeyCommand } from '../keys/key-command.ts'
import { setMachine } from '../smart/machine-task.ts'
import { repeatAndRefit } from './refit.ts'
import { repeatPrevious } from './repeat-acts.ts'

const takesShapes = (c: KeyContext) =>
  labellingOf(c.projectType) === 'places' && c.isEditable && !c.isDrafting && !c.isInPast

export const REPEAT_KEYS: readonly KeyCommand[] = [
  {
    id: 'repeat',
    label: t('Repeat the shapes of the previous image'),
    chords: ['R'],
    group: 'Edit',
    when: takesShapes,
    run: (bench) => void repeatPrevious(bench),
  },
  {
    id: 'repeat-refit',
    label: t('Repeat them and fit each anew'),
    chords: ['Shift+R'],
    group: 'Edit',
    when: takesShapes,
    run: (bench) => void repeatAndRefit(bench),
  },
  {
    id: 'carry-forward',
    label: t('Carry shapes forward to the next images'),
    chords: ['Mod+B'],
    group: 'Edit',
    when: (c) => takesShapes(c) && c.hasShapes,
    run: (bench) => setMachine(bench, { isCarrying: true }),
  },
]
