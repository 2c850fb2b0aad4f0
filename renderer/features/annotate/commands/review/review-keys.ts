import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import { focusCanvas } from '../focus-canvas.ts'
import type { KeyCommand } from '../key-command.ts'
import { approve, askReason, goToReviewed } from './review.ts'

const canReview = (c: KeyContext) => c.canReview
const isReady = (c: KeyContext) => c.canReview && c.isEditable

export const REVIEW_KEYS: readonly KeyCommand[] = [
  {
    id: 'approve',
    label: t('Approve, next image in review'),
    chords: ['Mod+Shift+Enter'],
    group: 'Review',
    when: isReady,
    run: (editor) => {
      approve(editor)
      focusCanvas()
    },
  },
  {
    id: 'reject',
    label: t('Request changes, next image in review'),
    chords: ['Mod+Backspace'],
    group: 'Review',
    when: isReady,
    run: askReason,
  },
  {
    id: 'next-rejected',
    label: t('Next image with changes requested'),
    chords: ['Alt+D'],
    group: 'Review',
    when: canReview,
    run: (editor) => goToReviewed(editor, 'rejected', 1),
  },
  {
    id: 'previous-rejected',
    label: t('Previous image with changes requested'),
    chords: ['Alt+A'],
    group: 'Review',
    when: canReview,
    run: (editor) => goToReviewed(editor, 'rejected', -1),
  },
]
