import { Brush, Eraser } from 'lucide-react'
import { BRUSH, ERASER } from '#renderer/tools/kinds/paint'
import { t } from '#renderer/words/words'
import { OUTLINE_TYPES, type ToolEntry } from '../../parts/tool-entry.ts'
import { brushHints } from './brush-hints.ts'
import { BrushItems } from './brush-items.tsx'
import { BRUSH_KEYS } from './brush-keys.ts'

export const BRUSH_TOOL: ToolEntry = {
  tool: BRUSH,
  types: OUTLINE_TYPES,
  rail: { label: t('Mask brush'), icon: Brush, chord: 'M' },
  commands: BRUSH_KEYS,
  hints: (context) => brushHints(context, 'paint'),
  bars: [{ label: t('Mask brush'), Items: BrushItems, isBeforeSelection: true }],
}

/** Answers to the keys of the brush. */
export const ERASER_TOOL: ToolEntry = {
  tool: ERASER,
  types: OUTLINE_TYPES,
  rail: { label: t('Mask eraser'), icon: Eraser, chord: 'E' },
  hints: (context) => brushHints(context, 'erase'),
  bars: [{ label: t('Mask eraser'), Items: BrushItems, isBeforeSelection: true }],
}
