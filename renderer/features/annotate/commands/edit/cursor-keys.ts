import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { moveCursor } from '../view/view.ts'

interface Arrow {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly name: string
  /** Names of its effect on the cursor and on the selection, in steps of so many pixels. */
  readonly labels: Readonly<Record<'cursor' | 'move' | 'grow', (px: number) => string>>
}

export const ARROWS: readonly Arrow[] = [
  {
    key: 'ArrowLeft',
    x: -1,
    y: 0,
    name: 'left',
    labels: {
      cursor: (px) => t('Cursor left {{px}} px', { px }),
      move: (px) => t('Move selection left {{px}} px', { px }),
      grow: (px) => t('Make boxes narrower by {{px}} px', { px }),
    },
  },
  {
    key: 'ArrowRight',
    x: 1,
    y: 0,
    name: 'right',
    labels: {
      cursor: (px) => t('Cursor right {{px}} px', { px }),
      move: (px) => t('Move selection right {{px}} px', { px }),
      grow: (px) => t('Make boxes wider by {{px}} px', { px }),
    },
  },
  {
    key: 'ArrowUp',
    x: 0,
    y: -1,
    name: 'up',
    labels: {
      cursor: (px) => t('Cursor up {{px}} px', { px }),
      move: (px) => t('Move selection up {{px}} px', { px }),
      grow: (px) => t('Make boxes shorter by {{px}} px', { px }),
    },
  },
  {
    key: 'ArrowDown',
    x: 0,
    y: 1,
    name: 'down',
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

const movesCursor = (c: KeyContext) => c.isFocused && c.traits.isDrawing && c.isEditable

/** The keyboard's cursor draws what the pointer draws: 1, 10 or 100 pixels a step. */
export const CURSOR_KEYS: readonly KeyCommand[] = ARROWS.flatMap(({ key, x, y, name, labels }) =>
  PACES.map(({ chord, px }) => ({
    id: `cursor-${name}-${px}`,
    label: labels.cursor(px),
    chords: [`${chord}${key}`],
    group: 'Draw' as const,
    when: movesCursor,
    run: (editor: Editor) => moveCursor(editor, x * px, y * px),
  })),
)
