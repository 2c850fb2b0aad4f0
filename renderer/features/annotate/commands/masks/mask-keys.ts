import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { masksToPolygons, outlinesToMasks } from './convert.ts'
import { fillMaskHoles, growMasks, shrinkMasks } from './masks.ts'

const reshapes = (c: KeyContext) => c.hasSelection && c.isEditable && !c.isDrafting && !c.isInPast

/** Keys for selected masks. */
export const MASK_KEYS: readonly KeyCommand[] = [
  {
    id: 'fill-holes',
    label: t('Fill the holes of masks'),
    chords: ['Alt+M'],
    group: 'Edit',
    when: reshapes,
    run: fillMaskHoles,
  },
  { id: 'grow-mask', label: t('Grow masks by 1 px'), chords: ['Alt+]'], group: 'Edit', when: reshapes, run: growMasks },
  {
    id: 'shrink-mask',
    label: t('Shrink masks by 1 px'),
    chords: ['Alt+['],
    group: 'Edit',
    when: reshapes,
    run: shrinkMasks,
  },
  {
    id: 'make-polygons',
    label: t('Make polygons of masks'),
    chords: ['Alt+P'],
    group: 'Edit',
    when: reshapes,
    run: masksToPolygons,
  },
  {
    id: 'make-masks',
    label: t('Make masks of outlines'),
    chords: ['Alt+Shift+M'],
    group: 'Edit',
    when: reshapes,
    run: outlinesToMasks,
  },
]
