import { Waypoints } from 'lucide-react'
import { KEYPOINTS } from '#renderer/tools/kinds/keypoints'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../../commands/context.ts'
import { type Hint, key, type Named, pointer } from '../../commands/hint.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import { pressCursor } from '../../commands/view/view.ts'
import type { ToolEntry } from '../../parts/tool-entry.ts'
import { ObjectItems } from './point-items.tsx'

const isArmed = (c: KeyContext) => c.tool === KEYPOINTS.id

const COMMANDS: readonly KeyCommand[] = [
  {
    id: 'press-hidden',
    label: t('Set a hidden point at the cursor'),
    chords: ['Alt+Enter'],
    group: 'Draw',
    when: (c) => c.pressesAtCursor && c.isEditable && isArmed(c),
    run: (editor) => pressCursor(editor, true),
  },
  {
    id: 'finish-object',
    label: t('Finish the object'),
    chords: ['Enter'],
    group: 'Draw',
    when: (c) => isArmed(c) && c.isDrafting && !c.pressesAtCursor,
    run: (editor) => editor.send({ type: 'enter' }),
  },
  {
    id: 'skip-point',
    label: t('Leave the point unplaced'),
    chords: ['X'],
    group: 'Draw',
    when: (c) => isArmed(c) && c.isEditable,
    run: (editor) => editor.send({ type: 'skip' }),
  },
]

export const KEYPOINTS_TOOL: ToolEntry = {
  tool: KEYPOINTS,
  types: ['keypoint-detection'],
  usualIn: ['keypoint-detection'],
  rail: { label: t('Keypoints'), icon: Waypoints, chord: 'K' },
  commands: COMMANDS,
  hints: pointHints,
  bars: [{ label: t('Keypoints'), Items: ObjectItems, isBeforeSelection: false }],
}

function pointHints({ nextPoint, isDrafting }: KeyContext): readonly (Hint | Named)[] {
  if (nextPoint === undefined)
    return [pointer(t('Click'), t('name the points first')), key('class-picker', t('pick class'))]
  return [
    pointer(t('Click'), t('place {{point}}', { point: nextPoint })),
    pointer(t('Right click'), t('hidden|point')),
    key('skip-point', t('skip')),
    ...(isDrafting ? PLACING : [key('class-picker', t('pick class'))]),
  ]
}

const PLACING = [key('finish-object', t('finish')), key('back', t('take back')), key('discard', t('discard'))]
