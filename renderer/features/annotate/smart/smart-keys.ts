import { labellingOf } from '#renderer/kit/display/project-type'
import { t } from '#renderer/kit/words/words'
import { toolFor } from '#renderer/tools/tools-of'
import type { KeyContext } from '../keys/context.ts'
import type { KeyCommand } from '../keys/key-command.ts'
import { tighten } from './tighten.ts'

const takesShapes = (c: KeyContext) =>
  labellingOf(c.projectType) === 'places' && c.isEditable && !c.isDrafting && !c.isInPast

export const MACHINE_KEYS: readonly KeyCommand[] = [
  {
    id: 'draw-again',
    label: t('Draw again: last tool, last class'),
    chords: ['N'],
    group: 'Tools',
    when: (c) => takesShapes(c) && !c.hasProposals,
    run: (bench) => bench.arm(toolFor(bench.bench.projectType, bench.bench.options.lastDrawn)),
  },
  {
    id: 'tighten',
    label: t('Tighten the selected boxes, or the last one drawn'),
    chords: ['Shift+S'],
    group: 'Edit',
    when: takesShapes,
    run: (bench) => void tighten(bench),
  },
]
