import { Diamond } from 'lucide-react'
import { ROTATED_BOX } from '#renderer/tools/kinds/rotated-box'
import { t } from '#renderer/words/words'
import { key, pointer } from '../../commands/hint.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import { OUTLINE_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'

const COMMANDS: readonly KeyCommand[] = [
  {
    id: 'finish-rotated-box',
    label: t('Finish the rotated box'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => c.tool === ROTATED_BOX.id && c.isDrafting && !c.pressesAtCursor,
    run: (editor) => editor.send({ type: 'enter' }),
  },
]

export const ROTATED_BOX_TOOL: ToolEntry = {
  tool: ROTATED_BOX,
  types: OUTLINE_TYPES,
  rail: { label: t('Rotated box'), icon: Diamond, chord: 'O' },
  commands: COMMANDS,
  hints: ({ isDrafting }) => (isDrafting ? IN_HAND : AT_REST),
}

const AT_REST = [
  pointer(t('Drag'), t('one edge')),
  pointer(t('Two clicks'), t('one edge')),
  key('class-picker', t('pick class')),
]

const IN_HAND = [
  pointer(t('Click'), t('set the edge, then the width')),
  { caps: ['Shift'], label: t('steps of 15°'), isPointer: true },
  key('back', t('take back')),
  key('discard', t('discard')),
]
