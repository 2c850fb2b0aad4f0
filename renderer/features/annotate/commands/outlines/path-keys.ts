import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'

const draws = (c: KeyContext) => c.isDrafting && c.isEditable && c.traits.followsBorders

/** Keys for the outline or line being drawn. */
export const PATH_KEYS: readonly KeyCommand[] = [
  {
    id: 'follow-neighbour',
    label: t('Follow the border of a neighbor'),
    chords: ['Q'],
    group: 'Draw',
    when: draws,
    run: (editor) => editor.send({ type: 'follow' }),
  },
  {
    id: 'flip-way',
    label: t('Switch direction or part'),
    chords: ['Tab'],
    group: 'Draw',
    when: (c) => draws(c) && c.isFocused,
    run: (editor) => editor.send({ type: 'flip' }),
  },
]
