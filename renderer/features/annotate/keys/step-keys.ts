import { t } from '#renderer/kit/words/words'
import { toolsOf } from '#renderer/tools/tools-of'
import { moveCursor } from '../workbench/view-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { KeyContext } from './context.ts'
import type { KeyCommand } from './key-command.ts'

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

/** Keys that go step by step, and on while they are held. */
export const STEP_KEYS: readonly KeyCommand[] = [...CURSOR_KEYS, ...NUDGE_KEYS, ...TURN_KEYS]
