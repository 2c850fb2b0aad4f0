import { Hand } from 'lucide-react'
import { ProjectType } from '#common/contract/projects'
import { HAND } from '#renderer/tools/kinds/hand'
import { t } from '#renderer/words/words'
import { key, pointer } from '../../commands/hint.ts'
import type { ToolEntry } from '../../parts/tool-entry.ts'

export const HAND_TOOL: ToolEntry = {
  tool: HAND,
  types: ProjectType.options,
  usualIn: ['single-label-classification', 'multi-label-classification', 'text-image-pairs'],
  rail: { label: t('Hand'), icon: Hand, chord: 'H' },
  hints: () => [pointer(t('Drag'), t('move the image')), pointer(t('Wheel'), t('zoom')), key('fit', t('fit'))],
}
