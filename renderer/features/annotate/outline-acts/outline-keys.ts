import { t } from '#renderer/kit/words/words'
import type { KeyContext } from '../keys/context.ts'
import type { KeyCommand } from '../keys/key-command.ts'
import { armReshape, combineOrDraw, combineSelected, leaveReshape } from './outline-acts.ts'

const hasSelected = (c: KeyContext) => c.hasSelection && c.isEditable && !c.isDrafting

/** What makes new outlines of those that are selected. */
export const OUTLINE_KEYS: readonly KeyCommand[] = [
  {
    id: 'unite',
    label: t('Unite shapes, or add to one'),
    chords: ['U'],
    group: 'Edit',
    when: hasSelected,
    run: (bench) => combineOrDraw(bench, 'unite'),
  },
  {
    id: 'subtract',
    label: t('Subtract shapes, or cut a hole'),
    chords: ['Shift+U'],
    group: 'Edit',
    when: hasSelected,
    run: (bench) => combineOrDraw(bench, 'subtract'),
  },
  {
    id: 'intersect',
    label: t('Keep the intersection of shapes'),
    chords: ['Alt+U'],
    group: 'Edit',
    when: hasSelected,
    run: (bench) => combineSelected(bench, 'intersect'),
  },
  {
    id: 'slice',
    label: t('Slice shapes along a line'),
    chords: ['Mod+Shift+X'],
    group: 'Edit',
    when: hasSelected,
    run: (bench) => armReshape(bench, 'slice'),
  },
  {
    id: 'finish-reshape',
    label: t('Finish what is drawn over the selection'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => c.tool === 'reshape' && c.isDrafting && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'leave-reshape',
    label: t('Go back to selecting'),
    chords: ['Escape'],
    group: 'Draw',
    when: (c) => c.tool === 'reshape' && !c.isDrafting && !c.isInPast,
    run: leaveReshape,
  },
]
