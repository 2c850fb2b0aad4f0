import { MousePointer2 } from 'lucide-react'
import type { PlacedShape } from '#common/annotation/shape'
import { SELECT } from '#renderer/tools/kinds/select'
import { t } from '#renderer/words/words'
import { type Hint, key, type Named, pointer } from '../../commands/hint.ts'
import { PLACED_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'
import { STEP_KEYS } from './step-keys.ts'

export const SELECT_TOOL: ToolEntry = {
  tool: SELECT,
  types: PLACED_TYPES,
  rail: { title: t('Select and edit'), label: t('Select'), icon: MousePointer2, chord: 'V' },
  commands: STEP_KEYS,
  hints: ({ hasSelection }, selected) => [
    ...(hasSelection ? SELECTED : SELECTING),
    ...(selected ? PARTS[selected] : []),
  ],
}

const SELECTING = [
  pointer(t('Click'), t('select')),
  pointer(t('Shift click'), t('add')),
  pointer(t('Drag'), t('marquee')),
  key('next-shape', t('next shape')),
  key('repeat', t('repeat previous')),
]

const SELECTED = [
  pointer(t('Drag'), t('move')),
  { caps: [t('Arrows')], label: t('move 1 px') },
  key('next-shape', t('next shape')),
  key('duplicate', t('duplicate')),
  key('delete', t('delete')),
]

const TURNING = [key('tighten', t('tighten')), key('turn-left', t('turn'))]

const VERTICES = [
  key('insert-vertex', t('insert vertex')),
  pointer(t('Alt drag'), t('erase|vertices')),
  { caps: ['Mod'], label: t('drag: pick') },
]

/** Hints for the parts of the one selected shape. */
const PARTS: Readonly<Record<PlacedShape['kind'], readonly (Hint | Named)[]>> = {
  box: TURNING,
  'rotated-box': TURNING,
  polygon: VERTICES,
  polyline: VERTICES,
  point: [],
  mask: [],
  keypoints: [pointer(t('Drag point'), t('move it')), pointer(t('Alt click'), t('visible or hidden'))],
}
