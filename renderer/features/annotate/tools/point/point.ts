import { CircleDot } from 'lucide-react'
import { POINT } from '#renderer/tools/kinds/point'
import { t } from '#renderer/words/words'
import { key, pointer } from '../../commands/hint.ts'
import { OUTLINE_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'

export const POINT_TOOL: ToolEntry = {
  tool: POINT,
  types: OUTLINE_TYPES,
  rail: { label: t('Point'), icon: CircleDot, chord: '.' },
  hints: () => [pointer(t('Click'), t('new point')), key('class-picker', t('pick class'))],
}
