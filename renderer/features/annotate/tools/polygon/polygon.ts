import { Pentagon } from 'lucide-react'
import { POLYGON } from '#renderer/tools/kinds/paths'
import { t } from '#renderer/words/words'
import { key, pointer } from '../../commands/hint.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import { OUTLINE_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'
import { DraftItems } from './draft-items.tsx'
import { RedrawNote } from './redraw-items.tsx'

const COMMANDS: readonly KeyCommand[] = [
  {
    id: 'close',
    label: t('Close the polygon'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => c.tool === POLYGON.id && c.isDrafting && !c.pressesAtCursor,
    run: (editor) => editor.send({ type: 'enter' }),
  },
]

export const POLYGON_TOOL: ToolEntry = {
  tool: POLYGON,
  types: OUTLINE_TYPES,
  usualIn: ['instance-segmentation', 'semantic-segmentation'],
  rail: { label: t('Polygon'), icon: Pentagon, chord: 'P' },
  commands: COMMANDS,
  hints: ({ isDrafting }) => (isDrafting ? IN_HAND : AT_REST),
  bars: [{ label: t('Polygon'), Items: DraftItems, isBeforeSelection: false, isShown: (armed) => armed.isDrafting }],
  Note: RedrawNote,
}

const AT_REST = [
  pointer(t('Click'), t('first vertex')),
  pointer('Shift', t('trace')),
  key('class-picker', t('pick class')),
]

const IN_HAND = [
  pointer(t('Click'), t('add vertex')),
  pointer('Shift', t('trace')),
  { caps: ['Mod'], label: t('steps of 45°') },
  key('follow-neighbour', t('follow a border')),
  key('flip-way', t('other way')),
  key('close', t('close')),
  key('back', t('remove last vertex')),
  key('discard', t('discard')),
]
