import { Spline } from 'lucide-react'
import { POLYLINE } from '#renderer/tools/kinds/paths'
import { t } from '#renderer/words/words'
import { key, pointer } from '../../commands/hint.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import { OUTLINE_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'
import { DraftItems } from './draft-items.tsx'

const COMMANDS: readonly KeyCommand[] = [
  {
    id: 'end-line',
    label: t('End the line'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => c.tool === POLYLINE.id && c.isDrafting && !c.pressesAtCursor,
    run: (editor) => editor.send({ type: 'enter' }),
  },
]

export const POLYLINE_TOOL: ToolEntry = {
  tool: POLYLINE,
  types: OUTLINE_TYPES,
  rail: { label: t('Line'), icon: Spline, chord: 'Y' },
  commands: COMMANDS,
  hints: ({ isDrafting }) => (isDrafting ? IN_HAND : AT_REST),
  bars: [{ label: t('Line'), Items: DraftItems, isBeforeSelection: false, isShown: (armed) => armed.isDrafting }],
}

const AT_REST = [
  pointer(t('Click'), t('first point')),
  pointer('Shift', t('trace')),
  key('class-picker', t('pick class')),
]

const IN_HAND = [
  pointer(t('Click'), t('add point')),
  pointer('Shift', t('trace')),
  { caps: ['Mod'], label: t('steps of 45°') },
  key('end-line', t('end')),
  key('back', t('take back')),
  key('discard', t('discard')),
]
