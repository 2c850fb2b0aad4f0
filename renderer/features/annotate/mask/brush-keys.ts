import { t } from '#renderer/kit/words/words'
import { PAINT_WAYS } from '#renderer/tools/mask/brush'
import type { KeyContext } from '../keys/context.ts'
import type { KeyCommand } from '../keys/key-command.ts'
import { pressCursor } from '../workbench/view-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { setBrush, stepBrushSize } from './brush-acts.ts'
import { masksToPolygons, outlinesToMasks } from './convert-acts.ts'
import { fillMaskHoles, growMasks, shrinkMasks } from './mask-acts.ts'
import { WAY_NAMES } from './words.ts'

const paints = (c: KeyContext) => c.tool === 'brush' || c.tool === 'eraser'
const strokes = (c: KeyContext) => paints(c) && c.paintWay === 'stroke'
const reshapes = (c: KeyContext) => c.hasSelection && c.isEditable && !c.isDrafting && !c.isInPast

/** A stroke or an outline around pixels is under way. */
export function isPainting(context: KeyContext): boolean {
  return paints(context) && context.isDrafting
}

const HAND_KEYS: readonly KeyCommand[] = [
  {
    id: 'brush-smaller',
    label: t('Smaller brush'),
    chords: ['['],
    group: 'Draw',
    when: strokes,
    run: (bench) => stepBrushSize(bench, -1),
  },
  {
    id: 'brush-larger',
    label: t('Larger brush'),
    chords: [']'],
    group: 'Draw',
    when: strokes,
    run: (bench) => stepBrushSize(bench, 1),
  },
  {
    id: 'brush-tip',
    label: t('Round or square brush'),
    chords: ['X'],
    group: 'Draw',
    when: strokes,
    run: changeTip,
  },
  {
    id: 'paint-way',
    label: t('Next paint mode: strokes, outline, holes, colour'),
    chords: ['Q'],
    group: 'Draw',
    when: (c) => paints(c) && !c.isDrafting,
    run: nextWay,
  },
  {
    id: 'press-line',
    label: t('Straight line from the last dab to the cursor'),
    chords: ['Alt+Enter'],
    group: 'Draw',
    when: (c) => strokes(c) && c.pressesAtCursor && c.isEditable,
    run: (bench) => pressCursor(bench, false, true),
  },
  {
    id: 'close-outline',
    label: t('Close the outline around the pixels'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => isPainting(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'finish-mask',
    label: t('Finish the mask: the next stroke begins another one'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => paints(c) && c.hasSelection && !c.isDrafting && !c.pressesAtCursor && !c.isInPast,
    run: (bench) => bench.select([]),
  },
]

function changeTip(bench: Workbench): void {
  const tip = bench.bench.options.brush.tip === 'round' ? 'square' : 'round'
  setBrush(bench, { tip })
  bench.announce(tip === 'round' ? t('Round brush') : t('Square brush'))
}

function nextWay(bench: Workbench): void {
  const { paintWay } = bench.bench.options
  const next = PAINT_WAYS[(PAINT_WAYS.indexOf(paintWay) + 1) % PAINT_WAYS.length] ?? 'stroke'
  bench.setOptions({ paintWay: next })
  bench.announce(WAY_NAMES[next])
}

const MASK_KEYS: readonly KeyCommand[] = [
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

/** What keys do to the brush, with it, and to masks; arming it is among the tools. */
export const BRUSH_KEYS: readonly KeyCommand[] = [...HAND_KEYS, ...MASK_KEYS]
