import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { askComment } from './comments.ts'

export const COMMENT_KEYS: readonly KeyCommand[] = [
  {
    id: 'comment',
    label: t('Comment at the pointer'),
    chords: ['Shift+C'],
    group: 'Review',
    when: (c: KeyContext) => c.canComment,
    run: askComment,
  },
]
