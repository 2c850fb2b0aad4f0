import { t } from '#renderer/kit/words/words'
import { setsPoints, type ToolName } from '#renderer/tools/armed'
import type { KeyContext } from '../keys/context.ts'
import type { KeyCommand } from '../keys/key-command.ts'
import { isPainting } from '../mask/brush-keys.ts'
import { pressCursor } from '../workbench/view-acts.ts'

const drafts = (tool: ToolName) => (c: KeyContext) => c.tool === tool && c.isDrafting
const placesPoints = (c: KeyContext) => setsPoints(c.tool) && c.isDrafting
const takesPointsBack = (c: KeyContext) =>
  placesPoints(c) || drafts('smart')(c) || drafts('rotated-box')(c) || isPainting(c)

/** How what is drawn grows, ends and is given up, whatever the tool. */
export const DRAFT_KEYS: readonly KeyCommand[] = [
  {
    id: 'press',
    label: t('Set a point at the cursor'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable,
    run: (bench) => pressCursor(bench, false),
  },
  {
    id: 'press-exclude',
    label: t('Exclude at the cursor'),
    chords: ['Alt+Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable && c.tool === 'smart',
    run: (bench) => pressCursor(bench, true),
  },
  {
    id: 'close',
    label: t('Close the polygon'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => drafts('polygon')(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'end-line',
    label: t('End the line'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => drafts('polyline')(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'finish-rotated-box',
    label: t('Finish the rotated box'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => drafts('rotated-box')(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'press-hidden',
    label: t('Set a hidden point at the cursor'),
    chords: ['Alt+Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable && c.tool === 'keypoints',
    run: (bench) => pressCursor(bench, true),
  },
  {
    id: 'finish-object',
    label: t('Finish the object'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => drafts('keypoints')(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'skip-point',
    label: t('Leave the point without a place'),
    chords: ['X'],
    group: 'Draw',
    when: (c) => c.tool === 'keypoints' && c.isEditable,
    run: (bench) => bench.send({ type: 'skip' }),
  },
  {
    id: 'accept',
    label: t('Accept the cut'),
    chords: ['Enter', 'Shift+Enter'],
    group: 'Draw',
    when: (c) => drafts('smart')(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'back',
    label: t('Take the last point back'),
    chords: ['Backspace', 'Mod+Z'],
    group: 'Draw',
    when: takesPointsBack,
    run: (bench) => bench.send({ type: 'back' }),
  },
  {
    id: 'again',
    label: t('Put the point again'),
    chords: ['Mod+Shift+Z', 'Mod+Y'],
    group: 'Draw',
    when: placesPoints,
    run: (bench) => bench.send({ type: 'again' }),
  },
  {
    id: 'discard',
    label: t('Discard what is in hand'),
    chords: ['Escape'],
    group: 'Draw',
    when: (c) => c.isDrafting && !c.isInPast,
    run: (bench) => bench.send({ type: 'cancel' }),
  },
]
