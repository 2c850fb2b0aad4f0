import { t } from '#renderer/kit/words/words'
import { type RailTool, setsPoints, type ToolName } from '#renderer/tools/armed'
import { MOST_DETAIL } from '#renderer/tools/detail'
import { toolsOf } from '#renderer/tools/tools-of'
import { BRUSH_KEYS, isPainting } from '../mask/brush-keys.ts'
import { moveCursor, pressCursor } from '../workbench/view-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { KeyContext } from './context.ts'
import type { KeyCommand } from './key-command.ts'

const ARMING: readonly { readonly tool: RailTool; readonly label: string; readonly key: string }[] = [
  { tool: 'select', label: t('Select'), key: 'V' },
  { tool: 'hand', label: t('Hand'), key: 'H' },
  { tool: 'box', label: t('Box'), key: 'B' },
  { tool: 'rotated-box', label: t('Rotated box'), key: 'O' },
  { tool: 'polygon', label: t('Polygon'), key: 'P' },
  { tool: 'polyline', label: t('Line'), key: 'Y' },
  { tool: 'point', label: t('Point'), key: '.' },
  { tool: 'keypoints', label: t('Keypoints'), key: 'K' },
  { tool: 'brush', label: t('Mask brush'), key: 'M' },
  { tool: 'eraser', label: t('Mask eraser'), key: 'E' },
  { tool: 'smart', label: t('Smart segment'), key: 'S' },
]

const TOOL_KEYS: readonly KeyCommand[] = ARMING.map(({ tool, label, key }) => ({
  id: `tool-${tool}`,
  label,
  chords: [key],
  group: 'Tools',
  when: (c) => toolsOf(c.projectType).includes(tool),
  run: (bench) => {
    bench.arm(tool)
    bench.announce(label)
  },
}))

interface Arrow {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly name: string
  /** What it does to the cursor and to the selection, in steps of so many pixels. */
  readonly labels: Readonly<Record<'cursor' | 'move' | 'grow', (px: number) => string>>
}

const ARROWS: readonly Arrow[] = [
  {
    ...{ key: 'ArrowLeft', x: -1, y: 0, name: 'left' },
    labels: {
      cursor: (px) => t('Cursor left {{px}} px', { px }),
      move: (px) => t('Move selection left {{px}} px', { px }),
      grow: (px) => t('Make boxes narrower by {{px}} px', { px }),
    },
  },
  {
    ...{ key: 'ArrowRight', x: 1, y: 0, name: 'right' },
    labels: {
      cursor: (px) => t('Cursor right {{px}} px', { px }),
      move: (px) => t('Move selection right {{px}} px', { px }),
      grow: (px) => t('Make boxes wider by {{px}} px', { px }),
    },
  },
  {
    ...{ key: 'ArrowUp', x: 0, y: -1, name: 'up' },
    labels: {
      cursor: (px) => t('Cursor up {{px}} px', { px }),
      move: (px) => t('Move selection up {{px}} px', { px }),
      grow: (px) => t('Make boxes shorter by {{px}} px', { px }),
    },
  },
  {
    ...{ key: 'ArrowDown', x: 0, y: 1, name: 'down' },
    labels: {
      cursor: (px) => t('Cursor down {{px}} px', { px }),
      move: (px) => t('Move selection down {{px}} px', { px }),
      grow: (px) => t('Make boxes taller by {{px}} px', { px }),
    },
  },
]

const PACES = [
  { chord: '', px: 1 },
  { chord: 'Shift+', px: 10 },
  { chord: 'Mod+', px: 100 },
] as const

const movesCursor = (c: KeyContext) => c.isFocused && c.isDrawing && c.isEditable

/** The keyboard's cursor draws what the pointer draws: 1, 10 or 100 pixels a step. */
const CURSOR_KEYS: readonly KeyCommand[] = ARROWS.flatMap(({ key, x, y, name, labels }) =>
  PACES.map(({ chord, px }) => ({
    id: `cursor-${name}-${px}`,
    label: labels.cursor(px),
    chords: [`${chord}${key}`],
    group: 'Draw' as const,
    when: movesCursor,
    run: (bench: Workbench) => moveCursor(bench, x * px, y * px),
  })),
)

const nudges = (c: KeyContext) => c.isFocused && c.tool === 'select' && c.hasSelection && c.isEditable

const NUDGES = [
  { chord: '', px: 1, act: 'move' },
  { chord: 'Shift+', px: 10, act: 'move' },
  { chord: 'Mod+', px: 1, act: 'grow' },
  { chord: 'Mod+Shift+', px: 10, act: 'grow' },
] as const

/** Arrows move the selection or resize its boxes; held down they are one gesture. */
const NUDGE_KEYS: readonly KeyCommand[] = ARROWS.flatMap(({ key, x, y, name, labels }) =>
  NUDGES.map(({ chord, px, act }) => ({
    id: `${act}-${name}-${px}`,
    label: labels[act](px),
    chords: [`${chord}${key}`],
    group: 'Edit' as const,
    when: nudges,
    run: (bench: Workbench) => bench.send({ type: 'nudge', act, by: { x: x * px, y: y * px } }),
  })),
)

const TURNS = [
  { id: 'left', label: t('Turn boxes 1° to the left'), chord: 'Z', by: -1 },
  { id: 'right', label: t('Turn boxes 1° to the right'), chord: 'Shift+Z', by: 1 },
  { id: 'left-fine', label: t('Turn boxes 0.1° to the left'), chord: 'Alt+Z', by: -0.1 },
  { id: 'right-fine', label: t('Turn boxes 0.1° to the right'), chord: 'Alt+Shift+Z', by: 0.1 },
] as const

const turns = (c: KeyContext) =>
  c.tool === 'select' && c.hasSelection && c.isEditable && toolsOf(c.projectType).includes('rotated-box')

const TURN_KEYS: readonly KeyCommand[] = TURNS.map(({ id, label, chord, by }) => ({
  id: `turn-${id}`,
  label,
  chords: [chord],
  group: 'Edit',
  when: turns,
  run: (bench) => bench.send({ type: 'nudge', act: 'turn', by }),
}))

const drafts = (tool: ToolName) => (c: KeyContext) => c.tool === tool && c.isDrafting
const isCutting = drafts('smart')
const placesPoints = (c: KeyContext) => setsPoints(c.tool) && c.isDrafting
const takesPointsBack = (c: KeyContext) => placesPoints(c) || isCutting(c) || drafts('rotated-box')(c) || isPainting(c)

const DRAFT_KEYS: readonly KeyCommand[] = [
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
    when: (c) => isCutting(c) && !c.pressesAtCursor,
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

const SMART_KEYS: readonly KeyCommand[] = [
  {
    id: 'cycle',
    label: t('Other cut: whole, part, smaller'),
    chords: ['Q'],
    group: 'Draw',
    when: isCutting,
    run: (bench) => bench.send({ type: 'cycle' }),
  },
  {
    id: 'less-detail',
    label: t('Less detail'),
    chords: ['['],
    group: 'Draw',
    when: isCutting,
    run: (bench) => changeDetail(bench, -1),
  },
  {
    id: 'more-detail',
    label: t('More detail'),
    chords: [']'],
    group: 'Draw',
    when: isCutting,
    run: (bench) => changeDetail(bench, 1),
  },
  {
    id: 'accept-each',
    label: t('Accept on every click, on or off'),
    chords: ['X'],
    group: 'Draw',
    when: (c) => c.tool === 'smart',
    run: toggleAccepting,
  },
]

function toggleAccepting(bench: Workbench): void {
  const acceptsEach = !bench.bench.options.acceptsEach
  bench.setOptions({ acceptsEach })
  bench.announce(acceptsEach ? t('Every click is accepted') : t('Each cut waits until it is accepted'))
}

export function changeDetail(bench: Workbench, by: number): void {
  const detail = Math.min(MOST_DETAIL, Math.max(0, bench.bench.options.detail + by))
  bench.setOptions({ detail })
  bench.announce(t('Detail {{detail}} of {{most}}', { detail, most: MOST_DETAIL }))
}

export const DRAW_KEYS: readonly KeyCommand[] = [
  ...TOOL_KEYS,
  ...CURSOR_KEYS,
  ...NUDGE_KEYS,
  ...TURN_KEYS,
  ...DRAFT_KEYS,
  ...SMART_KEYS,
  ...BRUSH_KEYS,
]
