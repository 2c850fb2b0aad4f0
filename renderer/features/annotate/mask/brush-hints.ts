import type { PaintWay } from '#renderer/tools/mask/brush'
import type { KeyContext } from '../keys/context.ts'
import { type Hint, key, type Named, pointer } from '../keys/hint.ts'

/** What the brush or the eraser answers to; `opposite` is what the second button does. */
export function brushHints(
  { isDrafting, hasSelection, tool, paintWay }: KeyContext,
  opposite: 'paint' | 'erase',
): readonly (Hint | Named)[] {
  if (isDrafting) return paintWay === 'lasso' ? OUTLINING : [key('discard', 'take the stroke back')]
  const verb = tool === 'brush' ? 'paint' : 'erase'
  return [
    ...WAY_HINTS[paintWay](verb, opposite),
    key('paint-way', 'other way'),
    ...(hasSelection ? [key('finish-mask', 'finish this mask')] : []),
    ...(tool === 'brush' ? [key('class-picker', 'pick class')] : []),
  ]
}

const OUTLINING = [
  pointer('Click', 'add corner'),
  key('close-outline', 'close'),
  key('back', 'drop last corner'),
  key('discard', 'discard'),
]

const WAY_HINTS: Readonly<Record<PaintWay, (verb: string, opposite: string) => readonly (Hint | Named)[]>> = {
  stroke: (verb, opposite) => [
    pointer('Drag', verb),
    pointer('Right drag', opposite),
    pointer('Shift click', 'straight line'),
    { commands: ['brush-smaller', 'brush-larger'], label: 'size' },
  ],
  lasso: (verb, opposite) => [
    pointer('Drag', `outline to ${verb}`),
    pointer('Click', 'first corner'),
    pointer('Right drag', `outline to ${opposite}`),
  ],
  fill: (verb) => [
    pointer(verb === 'paint' ? 'Click' : 'Right click', 'fill the hole'),
    pointer(verb === 'paint' ? 'Right click' : 'Click', 'take the part away'),
  ],
  wand: (verb, opposite) => [pointer('Click', `${verb} what has this colour`), pointer('Right click', opposite)],
}
