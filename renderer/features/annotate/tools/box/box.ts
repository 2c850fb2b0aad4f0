import { Square } from 'lucide-react'
import { BOX } from '#renderer/tools/kinds/box'
import { t } from '#renderer/words/words'
import { key, pointer } from '../../commands/hint.ts'
import { PLACED_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'

export const BOX_TOOL: ToolEntry = {
  tool: BOX,
  types: PLACED_TYPES,
  usualIn: ['object-detection'],
  rail: { label: t('Box'), icon: Square, chord: 'B' },
  hints: ({ isDrafting }) => (isDrafting ? IN_HAND : AT_REST),
}

const AT_REST = [
  pointer(t('Drag'), t('new box')),
  pointer(t('Two clicks'), t('new box')),
  key('tighten', t('tighten the last')),
  key('repeat', t('repeat previous')),
  key('class-picker', t('pick class')),
]

const IN_HAND = [
  { caps: ['Shift'], label: t('square'), isPointer: true },
  { caps: ['Alt'], label: t('from the middle'), isPointer: true },
  key('discard', t('discard')),
]
