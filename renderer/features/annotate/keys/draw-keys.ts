import type { ToolName } from '#renderer/tools/armed'
import { MOST_DETAIL } from '#renderer/tools/detail'
import { toolsOf } from '#renderer/tools/tools-of'
import { moveCursor, pressCursor } from '../workbench/view-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { KeyContext } from './context.ts'
import type { KeyCommand } from './key-command.ts'

const ARMING: readonly { readonly tool: ToolName; readonly label: string; readonly key: string }[] = [
  { tool: 'select', label: 'Select', key: 'V' },
  { tool: 'hand', label: 'Hand', key: 'H' },
  { tool: 'box', label: 'Box', key: 'B' },
  { tool: 'keypoints', label: 'Keypoints', key: 'K' },
  { tool: 'polygon', label: 'Polygon', key: 'P' },
  { tool: 'smart', label: 'Smart segment', key: 'S' },
]

const TOOL_KEYS: readonly KeyCommand[] = ARMING.map(({ tool, label, key }) => ({
  id: `tool-${tool}`,
  label,
  chords: [key],
  group: 'Tools',
  when: (c) => toolsOf(c.projectType).includes(tool),
  run: (bench) => bench.arm(tool),
}))

const ARROWS = [
  { key: 'ArrowLeft', x: -1, y: 0, name: 'left' },
  { key: 'ArrowRight', x: 1, y: 0, name: 'right' },
  { key: 'ArrowUp', x: 0, y: -1, name: 'up' },
  { key: 'ArrowDown', x: 0, y: 1, name: 'down' },
] as const

const PACES = [
  { chord: '', px: 1 },
  { chord: 'Shift+', px: 10 },
  { chord: 'Mod+', px: 100 },
] as const

const movesCursor = (c: KeyContext) => c.isFocused && c.isDrawing && c.isEditable

/** The keyboard's cursor draws what the pointer draws: 1, 10 or 100 pixels a step. */
const CURSOR_KEYS: readonly KeyCommand[] = ARROWS.flatMap(({ key, x, y, name }) =>
  PACES.map(({ chord, px }) => ({
    id: `cursor-${name}-${px}`,
    label: `Cursor ${name} ${px} px`,
    chords: [`${chord}${key}`],
    group: 'Draw' as const,
    when: movesCursor,
    run: (bench: Workbench) => moveCursor(bench, x * px, y * px),
  })),
)

/** Arrows move the selection; held down they are one gesture. */
const NUDGE_KEYS: readonly KeyCommand[] = ARROWS.flatMap(({ key, x, y, name }) =>
  PACES.slice(0, 2).map(({ chord, px }) => ({
    id: `nudge-${name}-${px}`,
    label: `Move selection ${name} ${px} px`,
    chords: [`${chord}${key}`],
    group: 'Edit' as const,
    when: (c: KeyContext) => c.isFocused && c.tool === 'select' && c.hasSelection && c.isEditable,
    run: (bench: Workbench) => bench.send({ type: 'nudge', by: { x: x * px, y: y * px } }),
  })),
)

const drafts = (tool: ToolName) => (c: KeyContext) => c.tool === tool && c.isDrafting
const isCutting = drafts('smart')
const placesPoints = (c: KeyContext) => (c.tool === 'polygon' || c.tool === 'keypoints') && c.isDrafting
const takesPointsBack = (c: KeyContext) => placesPoints(c) || isCutting(c)

const DRAFT_KEYS: readonly KeyCommand[] = [
  {
    id: 'press',
    label: 'Set a point at the cursor',
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable,
    run: (bench) => pressCursor(bench, false),
  },
  {
    id: 'press-exclude',
    label: 'Exclude at the cursor',
    chords: ['Alt+Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable && c.tool === 'smart',
    run: (bench) => pressCursor(bench, true),
  },
  {
    id: 'close',
    label: 'Close the polygon',
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => drafts('polygon')(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'press-hidden',
    label: 'Set a hidden point at the cursor',
    chords: ['Alt+Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable && c.tool === 'keypoints',
    run: (bench) => pressCursor(bench, true),
  },
  {
    id: 'finish-object',
    label: 'Finish the object',
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => drafts('keypoints')(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'skip-point',
    label: 'Leave the point without a place',
    chords: ['X'],
    group: 'Draw',
    when: (c) => c.tool === 'keypoints' && c.isEditable,
    run: (bench) => bench.send({ type: 'skip' }),
  },
  {
    id: 'accept',
    label: 'Accept the cut',
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => isCutting(c) && !c.pressesAtCursor,
    run: (bench) => bench.send({ type: 'enter' }),
  },
  {
    id: 'back',
    label: 'Take the last point back',
    chords: ['Backspace', 'Mod+Z'],
    group: 'Draw',
    when: takesPointsBack,
    run: (bench) => bench.send({ type: 'back' }),
  },
  {
    id: 'again',
    label: 'Put the point again',
    chords: ['Mod+Shift+Z', 'Mod+Y'],
    group: 'Draw',
    when: placesPoints,
    run: (bench) => bench.send({ type: 'again' }),
  },
  {
    id: 'discard',
    label: 'Discard what is in hand',
    chords: ['Escape'],
    group: 'Draw',
    when: (c) => c.isDrafting,
    run: (bench) => bench.send({ type: 'cancel' }),
  },
]

const SMART_KEYS: readonly KeyCommand[] = [
  {
    id: 'cycle',
    label: 'Other cut: whole, part, smaller',
    chords: ['Q'],
    group: 'Draw',
    when: isCutting,
    run: (bench) => bench.send({ type: 'cycle' }),
  },
  {
    id: 'less-detail',
    label: 'Less detail',
    chords: ['['],
    group: 'Draw',
    when: isCutting,
    run: (bench) => changeDetail(bench, -1),
  },
  {
    id: 'more-detail',
    label: 'More detail',
    chords: [']'],
    group: 'Draw',
    when: isCutting,
    run: (bench) => changeDetail(bench, 1),
  },
  {
    id: 'accept-each',
    label: 'Accept on every click, on or off',
    chords: ['X'],
    group: 'Draw',
    when: (c) => c.tool === 'smart',
    run: (bench) => bench.setOptions({ acceptsEach: !bench.bench.options.acceptsEach }),
  },
]

export function changeDetail(bench: Workbench, by: number): void {
  const detail = Math.min(MOST_DETAIL, Math.max(0, bench.bench.options.detail + by))
  bench.setOptions({ detail })
  bench.announce(`Detail ${detail} of ${MOST_DETAIL}`)
}

export const DRAW_KEYS: readonly KeyCommand[] = [
  ...TOOL_KEYS,
  ...CURSOR_KEYS,
  ...NUDGE_KEYS,
  ...DRAFT_KEYS,
  ...SMART_KEYS,
]
