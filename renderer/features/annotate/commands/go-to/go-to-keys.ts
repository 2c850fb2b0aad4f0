import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import type { KeyCommand } from '../key-command.ts'
import { askGoTo, goAlong, openSorting } from './go-to.ts'

const always = () => true

export const GO_TO_KEYS: readonly KeyCommand[] = [
  { id: 'go-to', label: t('Go to a number or name'), chords: ['G'], group: 'Images', when: always, run: askGoTo },
  {
    id: 'sort',
    label: t('Sort into classes, many at once'),
    chords: ['Shift+G'],
    group: 'Images',
    when: (c) => c.canSort && labellingOf(c.projectType) === 'classes',
    run: openSorting,
  },
  {
    id: 'visited-back',
    label: t('Back to the previous image'),
    chords: ['Alt+ArrowLeft'],
    group: 'Images',
    when: always,
    run: (editor) => goAlong(editor, 'back'),
  },
  {
    id: 'visited-forward',
    label: t('Forward again'),
    chords: ['Alt+ArrowRight'],
    group: 'Images',
    when: always,
    run: (editor) => goAlong(editor, 'forward'),
  },
]
