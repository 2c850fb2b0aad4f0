import { RESHAPE } from '#renderer/tools/kinds/reshape'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../../commands/context.ts'
import { key, pointer } from '../../commands/hint.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import { leaveReshape } from '../../commands/outlines/outlines.ts'
import { OUTLINE_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'
import { ReshapeItems } from './reshape-items.tsx'

const isArmed = (c: KeyContext) => c.tool === RESHAPE.id

const COMMANDS: readonly KeyCommand[] = [
  {
    id: 'finish-reshape',
    label: t('Finish what is drawn over the selection'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => isArmed(c) && c.isDrafting && !c.pressesAtCursor,
    run: (editor) => editor.send({ type: 'enter' }),
  },
  {
    id: 'leave-reshape',
    label: t('Go back to selecting'),
    chords: ['Escape'],
    group: 'Draw',
    when: (c) => isArmed(c) && !c.isDrafting && !c.isInPast,
    run: leaveReshape,
  },
]

export const RESHAPE_TOOL: ToolEntry = {
  tool: RESHAPE,
  types: OUTLINE_TYPES,
  commands: COMMANDS,
  hints: ({ isDrafting }) => (isDrafting ? IN_HAND : AT_REST),
  bars: [{ label: t('Reshape'), Items: ReshapeItems, isBeforeSelection: true }],
}

const AT_REST = [
  pointer(t('Click'), t('first point')),
  pointer('Shift', t('trace')),
  key('leave-reshape', t('back to selecting')),
]

const IN_HAND = [
  pointer(t('Click'), t('add point')),
  pointer('Shift', t('trace')),
  key('finish-reshape', t('finish')),
  key('back', t('take back')),
  key('discard', t('discard')),
]
