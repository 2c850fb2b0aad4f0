import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { tighten } from './tighten.ts'

const takesShapes = (c: KeyContext) =>
  labellingOf(c.projectType) === 'places' && c.isEditable && !c.isDrafting && !c.isInPast

export const MACHINE_KEYS: readonly KeyCommand[] = [
  {
    id: 'draw-again',
    label: t('Draw again: last tool, last class'),
    chords: ['N'],
    group: 'Tools',
    when: (c) => takesShapes(c) && !c.hasProposals,
    run: drawAgain,
  },
  {
    id: 'tighten',
    label: t('Tighten the selected boxes, or the last one drawn'),
    chords: ['Shift+S'],
    group: 'Edit',
    when: takesShapes,
    run: (editor) => void tighten(editor),
  },
]

function drawAgain(editor: Editor): void {
  const { projectType, options } = editor.state
  editor.arm(editor.tools.wanted(projectType, options.lastDrawn).id)
}
