import { SELECT } from '#renderer/tools/kinds/select'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../../commands/context.ts'
import { ARROWS } from '../../commands/edit/cursor-keys.ts'
import type { KeyCommand } from '../../commands/key-command.ts'
import type { Editor } from '../../editor/editor.ts'
import { takesTurnedBoxes } from '../../model/ground.ts'

const isArmed = (c: KeyContext) => c.tool === SELECT.id
const nudges = (c: KeyContext) => c.isFocused && isArmed(c) && c.hasSelection && c.isEditable

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
    run: (editor: Editor) => editor.send({ type: 'nudge', act, by: { x: x * px, y: y * px } }),
  })),
)

const TURNS = [
  { id: 'left', label: t('Turn boxes 1° to the left'), chord: 'Z', by: -1 },
  { id: 'right', label: t('Turn boxes 1° to the right'), chord: 'Shift+Z', by: 1 },
  { id: 'left-fine', label: t('Turn boxes 0.1° to the left'), chord: 'Alt+Z', by: -0.1 },
  { id: 'right-fine', label: t('Turn boxes 0.1° to the right'), chord: 'Alt+Shift+Z', by: 0.1 },
] as const

const turns = (c: KeyContext) => isArmed(c) && c.hasSelection && c.isEditable && takesTurnedBoxes(c.projectType)

const TURN_KEYS: readonly KeyCommand[] = TURNS.map(({ id, label, chord, by }) => ({
  id: `turn-${id}`,
  label,
  chords: [chord],
  group: 'Edit',
  when: turns,
  run: (editor) => editor.send({ type: 'nudge', act: 'turn', by }),
}))

/** Keys that go step by step, and on while they are held. */
export const STEP_KEYS: readonly KeyCommand[] = [...NUDGE_KEYS, ...TURN_KEYS]
