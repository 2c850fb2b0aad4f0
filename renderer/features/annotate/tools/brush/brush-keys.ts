import { PAINT_WAYS } from '#renderer/tools/mask/brush'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../../commands/context.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import { pressCursor } from '../../commands/view/view.ts'
import type { Editor } from '../../editor/editor.ts'
import { setBrush, stepBrushSize } from './brush-settings.ts'
import { WAY_NAMES } from './words.ts'

const paints = (c: KeyContext) => c.traits.paints
const strokes = (c: KeyContext) => paints(c) && c.paintWay === 'stroke'

/** Keys of the brush and the eraser. */
export const BRUSH_KEYS: readonly KeyCommand[] = [
  {
    id: 'brush-smaller',
    label: t('Smaller brush'),
    chords: ['['],
    group: 'Draw',
    when: strokes,
    run: (editor) => stepBrushSize(editor, -1),
  },
  {
    id: 'brush-larger',
    label: t('Larger brush'),
    chords: [']'],
    group: 'Draw',
    when: strokes,
    run: (editor) => stepBrushSize(editor, 1),
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
    label: t('Next paint mode: strokes, outline, holes, color'),
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
    run: (editor) => pressCursor(editor, false, true),
  },
  {
    id: 'close-outline',
    label: t('Close the outline around the pixels'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => paints(c) && c.isDrafting && !c.pressesAtCursor,
    run: (editor) => editor.send({ type: 'enter' }),
  },
  {
    id: 'finish-mask',
    label: t('Finish the mask: the next stroke begins another one'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => paints(c) && c.hasSelection && !c.isDrafting && !c.pressesAtCursor && !c.isInPast,
    run: (editor) => editor.select([]),
  },
]

function changeTip(editor: Editor): void {
  const tip = editor.state.options.brush.tip === 'round' ? 'square' : 'round'
  setBrush(editor, { tip })
  editor.announce(tip === 'round' ? t('Round brush') : t('Square brush'))
}

function nextWay(editor: Editor): void {
  const { paintWay } = editor.state.options
  const next = PAINT_WAYS[(PAINT_WAYS.indexOf(paintWay) + 1) % PAINT_WAYS.length] ?? 'stroke'
  editor.setOptions({ paintWay: next })
  editor.announce(WAY_NAMES[next])
}
