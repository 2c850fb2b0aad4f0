import type { PaintWay } from '#renderer/tools/mask/brush'
import type { PaintVerb } from '#renderer/tools/tool'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../../commands/context.ts'
import { type Hint, key, type Named, pointer } from '../../commands/hint.ts'

/** Hints of the brush or the eraser; `verb` is the main button's action. */
export function brushHints(
  { isDrafting, hasSelection, paintWay }: KeyContext,
  verb: PaintVerb,
): readonly (Hint | Named)[] {
  if (isDrafting) return paintWay === 'lasso' ? OUTLINING : [key('discard', t('undo the stroke'))]
  const opposite = verb === 'paint' ? 'erase' : 'paint'
  return [
    ...WAY_HINTS[paintWay](verb, opposite),
    key('paint-way', t('other mode|painting')),
    ...(hasSelection ? [key('finish-mask', t('finish this mask'))] : []),
    ...(verb === 'paint' ? [key('class-picker', t('pick class'))] : []),
  ]
}

const OUTLINING = [
  pointer(t('Click'), t('add corner')),
  key('close-outline', t('close')),
  key('back', t('remove last corner')),
  key('discard', t('discard')),
]

const WAY_HINTS: Readonly<Record<PaintWay, (verb: PaintVerb, opposite: PaintVerb) => readonly (Hint | Named)[]>> = {
  stroke: (verb, opposite) => [
    pointer(t('Drag'), VERBS[verb]),
    pointer(t('Right drag'), VERBS[opposite]),
    pointer(t('Shift click'), t('straight line')),
    { commands: ['brush-smaller', 'brush-larger'], label: t('size') },
  ],
  lasso: (verb, opposite) => [
    pointer(t('Drag'), OUTLINES[verb]),
    pointer(t('Click'), t('first corner')),
    pointer(t('Right drag'), OUTLINES[opposite]),
  ],
  fill: (verb) => [
    pointer(verb === 'paint' ? t('Click') : t('Right click'), t('fill the hole')),
    pointer(verb === 'paint' ? t('Right click') : t('Click'), t('remove the part')),
  ],
  wand: (verb, opposite) => [
    pointer(t('Click'), verb === 'paint' ? t('paint this color') : t('erase this color')),
    pointer(t('Right click'), VERBS[opposite]),
  ],
}

const VERBS: Readonly<Record<PaintVerb, string>> = { paint: t('paint'), erase: t('erase') }
const OUTLINES: Readonly<Record<PaintVerb, string>> = { paint: t('outline to paint'), erase: t('outline to erase') }
