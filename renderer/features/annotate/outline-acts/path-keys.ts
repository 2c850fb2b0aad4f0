import { t } from '#renderer/kit/words/words'
import type { KeyContext } from '../keys/context.ts'
import type { KeyCommand } from '../keys/key-command.ts'

const draws = (c: KeyContext) =>
  c.isDrafting && c.isEditable && (c.tool === 'polygon' || c.tool === 'polyline' || c.tool === 'reshape')

/** What keys do to an outline or a line under way. */
export const PATH_KEYS: readonly KeyCommand[] = [
  {
    id: 'follow-neighbour',
    label: t('Follow the border of a neighbour'),
    chords: ['Q'],
    group: 'Draw',
    when: draws,
    run: (bench) => bench.send({ type: 'follow' }),
  },
  {
    id: 'flip-way',
    label: t('Switch direction or part'),
    chords: ['Tab'],
    group: 'Draw',
    when: (c) => draws(c) && c.isFocused,
    run: (bench) => bench.send({ type: 'flip' }),
  },
]
