import { WandSparkles } from 'lucide-react'
import { SMART } from '#renderer/tools/kinds/smart'
import { t } from '#renderer/words/words'
import { key, pointer } from '../../commands/hint.ts'
import { PLACED_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'
import { CUT_KEYS } from './cut-keys.ts'
import { SmartHead } from './smart-head.tsx'
import { CutItems } from './smart-items.tsx'

export const SMART_TOOL: ToolEntry = {
  tool: SMART,
  types: PLACED_TYPES,
  rail: { label: t('Smart select'), icon: WandSparkles, chord: 'S' },
  commands: CUT_KEYS,
  hints: ({ isDrafting }) =>
    isDrafting ? [...PROMPTS, ...CUTTING] : [...PROMPTS, key('accept-each', t('accept on every click'))],
  bars: [{ label: t('Cut'), Items: CutItems, isBeforeSelection: true, isShown: ({ fadesShapes }) => fadesShapes }],
  Head: SmartHead,
}

const PROMPTS = [pointer(t('Click'), t('add')), pointer(t('Alt click'), t('exclude')), pointer(t('Drag'), t('box'))]

const CUTTING = [
  key('accept', t('accept')),
  key('cycle', t('other cut')),
  { commands: ['less-detail', 'more-detail'], label: t('detail') },
  key('back', t('remove last click')),
  key('accept-each', t('accept on every click')),
]
