import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { acceptFocused, acceptShown, rejectFocused, stepProposal } from './proposals.ts'

const isAsked = (c: KeyContext) => c.hasProposals && c.isEditable && !c.isDrafting
const isFocused = (c: KeyContext) => isAsked(c) && !c.hasSelection

export const PROPOSAL_KEYS: readonly KeyCommand[] = [
  {
    id: 'accept-proposal',
    label: t('Accept the suggestion'),
    chords: ['Enter'],
    group: 'Proposals',
    when: (c) => isFocused(c) && !c.pressesAtCursor,
    run: acceptFocused,
  },
  {
    id: 'accept-proposals',
    label: t('Accept all above the threshold'),
    chords: ['Shift+Enter'],
    group: 'Proposals',
    when: isAsked,
    run: acceptShown,
  },
  {
    id: 'reject-proposal',
    label: t('Reject the suggestion'),
    chords: ['Backspace'],
    group: 'Proposals',
    when: isFocused,
    run: rejectFocused,
  },
  {
    id: 'next-proposal',
    label: t('Next suggestion'),
    chords: ['N'],
    group: 'Proposals',
    when: isAsked,
    run: (editor) => stepProposal(editor, 1),
  },
  {
    id: 'previous-proposal',
    label: t('Previous suggestion'),
    chords: ['Shift+N'],
    group: 'Proposals',
    when: isAsked,
    run: (editor) => stepProposal(editor, -1),
  },
]
